/** What every signed-in person has on each screen: the bell, the quick question, links to steps. */
import Bell from "../notifications/bell.tsx";
import PollWatch from "../polls/poll-watch.tsx";
import { StepLinks } from "../runs/steps/step-links.tsx";

/** @param id the person; another person gets a bell of their own */
export default function OwnNews({ id }: { id: string }) {
  return (
    <>
      <Bell key={id} />
      <PollWatch />
      <StepLinks />
    </>
  );
}
