/** The bell and the quick question, in the header of every signed-in person. */
import Bell from "../notifications/bell.tsx";
import PollWatch from "../polls/poll-watch.tsx";

/** @param id the person; another person gets a bell of their own */
export default function OwnNews({ id }: { id: string }) {
  return (
    <>
      <Bell key={id} />
      <PollWatch />
    </>
  );
}
