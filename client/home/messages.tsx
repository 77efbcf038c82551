/** The newest messages of mentors and admins to everyone, on the public home page. */
import { useLayoutEffect, useRef, useState } from "react";
import { ExternalLinks } from "../kit/ui/external-links.tsx";
import { SkeletonRows } from "../kit/lists/row.tsx";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { Time } from "../kit/ui/time.tsx";
import { Avatar } from "../people/avatar.tsx";
import { loadMentorMessages } from "./actions.ts";
import { mentorMessagesAtom } from "./state.ts";

/** @param most shows only the newest ones */
export function MentorMessages({ most = Infinity }: { most?: number }) {
  const [messages, waiting] = useKnown(mentorMessagesAtom, loadMentorMessages, {
    failed: "Failed to fetch recent mentor messages.",
    label: "Loading mentor messages...",
    placeholder: <SkeletonRows count={5} />,
  });
  if (messages === null) return waiting;
  if (messages.items.length === 0) return <Empty>No mentor messages available.</Empty>;
  return (
    <ul className="panel divide-y divide-base-300">
      {messages.items.slice(0, most).map(({ _id, subject, body, sender, links, createdAt }) => (
        <li key={_id} className="space-y-1.5 px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h3 className="font-bold">{subject}</h3>
            <p className="flex items-center gap-2 text-sm">
              <Avatar name={sender.name} size="size-6 text-[0.6rem]" />
              <span className="font-semibold">{sender.name}</span>
              <Time at={createdAt} className="text-muted" />
            </p>
          </div>
          <Body text={body} of={subject} />
          <ExternalLinks links={links} />
        </li>
      ))}
    </ul>
  );
}

/** The first three lines, with a button that shows the rest if there is more. */
function Body({ text, of }: { text: string; of: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const [isCut, setIsCut] = useState(false);
  const preview = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const { current } = preview;
    if (current === null || isWhole) return;
    const measure = () => setIsCut(current.scrollHeight > current.clientHeight);
    const watcher = new ResizeObserver(measure);
    watcher.observe(current);
    measure();
    return () => watcher.disconnect();
  }, [text, isWhole]);
  return (
    <div>
      <p
        ref={preview}
        className={`whitespace-pre-wrap ${isWhole ? "" : "line-clamp-3 print:line-clamp-none"}`}
      >
        {text}
      </p>
      {(isCut || isWhole) && (
        <button
          type="button"
          className="link-plain mt-1 cursor-pointer print:hidden"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? "Show Less" : "See More"}
          <span className="sr-only">: {of}</span>
        </button>
      )}
    </div>
  );
}
