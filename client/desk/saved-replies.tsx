/** Saved replies of a mentor, with names and keys. They may be shared with all staff. */
import { useAtomValue } from "jotai";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import BookmarkPlus from "../kit/ui/icon.tsx?bookmark-plus";
import Users from "../kit/ui/icon.tsx?users";
import type { SavedReply } from "../../server/desk/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { useCall } from "../kit/data/use-call.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { Dialog } from "../kit/ui/dialog.tsx";
import { Menu } from "../kit/ui/menu.tsx";
import { loadReplies, named, saveReply } from "./actions.ts";
import { repliesAtom } from "./state.ts";
import Manage from "./manage-replies.tsx";

interface SavedRepliesProps {
  written: string;
  onInsert: (text: string) => void;
  /** The key that opens the menu, on a screen with shortcuts. */
  hotkey?: string | undefined;
}

export default function SavedReplies(props: SavedRepliesProps) {
  const { written, onInsert, hotkey } = props;
  const root = useRef<HTMLDivElement>(null);
  const known = useAtomValue(repliesAtom);
  useLoad(loadReplies, null, known?.stale);
  const all = known?.items;
  const byKey = byKeys(all);
  const [managing, setManaging] = useState(false);
  const { run } = useCall("The reply could not be saved.");
  const focusFirst = () => root.current?.querySelector<HTMLElement>("li button")?.focus();
  /** Whether the key has opened the menu before the replies were there. */
  const isAwaited = useRef(false);
  useEffect(() => {
    if (!all || !isAwaited.current) return;
    isAwaited.current = false;
    if (root.current?.contains(document.activeElement)) focusFirst();
  }, [all]);
  useShortcuts(
    hotkey === undefined ? [] : [
      {
        keys: [hotkey],
        name: "Saved replies",
        run: () => {
          root.current?.querySelector<HTMLElement>("[aria-expanded=false]")?.click();
          isAwaited.current = all === undefined;
          requestAnimationFrame(focusFirst);
        },
      },
    ],
    "Answer",
  );
  const text = written.trim();
  return (
    <div
      ref={root}
      onKeyDown={(event) => {
        // A reply's key inserts it while the menu is open.
        if (managing || !byKey.has(event.key) || event.target instanceof HTMLTextAreaElement) {
          return;
        }
        const choice = root.current?.querySelector<HTMLElement>(`[data-key="${event.key}"]`);
        if (!choice) return;
        event.preventDefault();
        choice.click();
      }}
    >
      <Menu
        label="Saved replies"
        className="btn-sm"
        up
        keys={hotkey}
      >
        {all?.map((reply) => (
          <Choice
            key={reply._id}
            reply={reply}
            isByKey={reply.key !== null && byKey.get(reply.key) === reply}
            onChoose={() => onInsert(reply.text)}
          />
        ))}
        {all?.length === 0 && <li className="px-3 py-2 text-muted">None yet.</li>}
        {all === undefined && <li className="px-3 py-2 text-muted">Not loaded yet.</li>}
        {text !== "" && all?.every((reply) => reply.text !== text) && (
          <li>
            <button
              type="button"
              className="py-2"
              onClick={() => run(() => saveReply(named(text)))}
            >
              <BookmarkPlus aria-hidden className="size-4" /> Save what I have written
            </button>
          </li>
        )}
        <li>
          <button type="button" className="py-2 font-semibold" onClick={() => setManaging(true)}>
            Manage saved replies
          </button>
        </li>
      </Menu>
      {managing && createPortal(
        // A form inside another form is sent by the browser, which leaves the page. So the dialog is
        // outside, and sending its forms does not send the text.
        <div onSubmit={(event: FormEvent) => event.stopPropagation()}>
          <Dialog title="Saved replies" onClose={() => setManaging(false)} wide>
            <Manage />
          </Dialog>
        </div>,
        document.body,
      )}
    </div>
  );
}

/** The reply of each key. If two people use the same key, the person's own reply counts: it is first. */
const byKeys = (all: readonly SavedReply[] = []): ReadonlyMap<string | null, SavedReply> =>
  new Map(all.toReversed().map((reply) => [reply.key, reply]));

interface ChoiceProps {
  reply: SavedReply;
  isByKey: boolean;
  onChoose: () => void;
}

function Choice({ reply: { name, text, key, shared }, isByKey, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        className="py-2"
        data-key={isByKey ? key : undefined}
        aria-keyshortcuts={isByKey ? key ?? undefined : undefined}
        onClick={onChoose}
      >
        <span className="min-w-0 text-left">
          <span className="line-clamp-1 font-semibold">{name}</span>
          {text !== name && <span className="line-clamp-1 text-sm text-muted">{text}</span>}
        </span>
        {shared && <Users aria-label="Shared with all staff" className="size-4" />}
        {isByKey && <kbd aria-hidden className="kbd kbd-sm">{key}</kbd>}
      </button>
    </li>
  );
}
