/** The newest messages of mentors and admins to everybody, on the public home. */
import { useAtomValue } from "jotai";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { Links } from "../announcements/table.tsx";
import { useLoad } from "../kit/load.ts";
import { Empty, LoadFailed, SkeletonCards, Waiting } from "../kit/page.tsx";
import { showDateTime } from "../kit/time.ts";
import { Avatar } from "../people/avatar.tsx";
import { loadMentorMessages } from "./actions.ts";
import { mentorMessagesAtom } from "./state.ts";

export function MentorMessages() {
  const messages = useAtomValue(mentorMessagesAtom);
  const load = useCallback((signal: AbortSignal) => loadMentorMessages(signal), []);
  const loading = useLoad(load, "Failed to fetch recent mentor messages.");
  if (messages === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading mentor messages...">
        <SkeletonCards count={4} height="h-48" />
      </Waiting>
    );
  }
  if (messages.items.length === 0) return <Empty>No mentor messages available.</Empty>;
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {messages.items.map(({ _id, subject, body, sender, links, createdAt }) => (
        <li key={_id} className="panel flex min-w-0 flex-col gap-3 p-5">
          <h3 className="text-lg font-bold">{subject}</h3>
          <Body text={body} of={subject} />
          <Links links={links} />
          <p className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-base-300 pt-3 text-sm">
            <Avatar name={sender.name} size="size-6 text-[0.6rem]" />
            <span className="font-semibold">{sender.name}</span>
            <time dateTime={createdAt} className="ml-auto text-muted">
              {showDateTime(createdAt)}
            </time>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Three lines of it; and the rest, when there is more, for whoever asks. */
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
      <p ref={preview} className={`whitespace-pre-wrap ${isWhole ? "" : "line-clamp-3"}`}>{text}</p>
      {(isCut || isWhole) && (
        <button
          type="button"
          className="link-plain mt-1 cursor-pointer"
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
