/** Saved replies: what one writes again and again, kept in this browser for each person. */
import { BookmarkPlus } from "lucide-react";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { useFetched } from "./here.ts";
import { useKeys } from "./keys.tsx";
import { lazily } from "./lazily.tsx";
import { Menu } from "./menu.tsx";
import { meAtom } from "./session.ts";
import { keepStored, stored } from "./storage.ts";

const manage = () => import("./manage-replies.tsx");
const Manage = lazily(manage);

const PREFIX = "saved-replies:";
const CHANGED = "saved-replies";

function useSavedReplies(): [string[], (replies: string[]) => void] {
  const key = PREFIX + useAtomValue(meAtom)?._id;
  const [replies, setReplies] = useState(() => stored<string[]>(key) ?? []);
  useEffect(() => {
    const look = () => setReplies(stored<string[]>(key) ?? []);
    look();
    // Another tab tells by `storage`, another menu of this one by our own event.
    addEventListener("storage", look);
    addEventListener(CHANGED, look);
    return () => {
      removeEventListener("storage", look);
      removeEventListener(CHANGED, look);
    };
  }, [key]);
  return [replies, (next) => {
    keepStored(key, next);
    dispatchEvent(new Event(CHANGED));
  }];
}

interface SavedRepliesProps {
  /** What has been written so far, and may be kept as a reply. */
  written: string;
  /** Puts a reply into what is being written. */
  onInsert: (text: string) => void;
  /** The key that opens them, where a screen has keys. */
  hotkey?: string | undefined;
}

export function SavedReplies({ written, onInsert, hotkey }: SavedRepliesProps) {
  const root = useRef<HTMLDivElement>(null);
  useKeys(
    hotkey === undefined ? [] : [{
      keys: [hotkey],
      name: "Saved replies",
      run: () => {
        root.current?.querySelector<HTMLElement>("[aria-expanded=false]")?.click();
        requestAnimationFrame(() => root.current?.querySelector<HTMLElement>("li button")?.focus());
      },
    }],
  );
  const [replies, setReplies] = useSavedReplies();
  const [managing, setManaging] = useState(false);
  useFetched(manage);
  const text = written.trim();
  const canSave = text !== "" && !replies.includes(text);
  return (
    <div
      ref={root}
      onKeyDown={(event) => {
        // By its number, while they are shown.
        const place = Number(event.key);
        if (replies[place - 1] === undefined || managing) return;
        event.preventDefault();
        root.current?.querySelectorAll<HTMLElement>("li button")[place - 1]?.click();
      }}
    >
      <Menu label="Saved replies" className="btn-sm" up>
        {replies.map((reply, place) => (
          <li key={reply}>
            <button type="button" className="py-2" onClick={() => onInsert(reply)}>
              <span className="line-clamp-2 text-left">{reply}</span>
              {place < 9 && <kbd aria-hidden className="kbd kbd-sm">{place + 1}</kbd>}
            </button>
          </li>
        ))}
        {replies.length === 0 && <li className="px-3 py-2 text-muted">None yet.</li>}
        {canSave && (
          <li>
            <button type="button" className="py-2" onClick={() => setReplies([...replies, text])}>
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
      {managing && (
        <Dialog title="Saved replies" onClose={() => setManaging(false)} wide>
          <Manage replies={replies} onChange={setReplies} />
        </Dialog>
      )}
    </div>
  );
}
