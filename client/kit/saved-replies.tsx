/** Saved replies: what one writes again and again, kept in this browser for each person. */
import { BookmarkPlus, Plus, Trash2 } from "lucide-react";
import { useAtomValue } from "jotai";
import { useEffect, useId, useRef, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { useKeys } from "./keys.tsx";
import { Menu } from "./menu.tsx";
import { goOnBeside } from "./removal.ts";
import { meAtom } from "./session.ts";
import { keepStored, stored } from "./storage.ts";

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
  const text = written.trim();
  const canSave = text !== "" && !replies.includes(text);
  return (
    <div ref={root}>
      <Menu label="Saved replies" className="btn-sm" up>
        {replies.map((reply) => (
          <li key={reply}>
            <button type="button" className="py-2" onClick={() => onInsert(reply)}>
              <span className="line-clamp-2 text-left">{reply}</span>
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
        <Manage
          replies={replies}
          onChange={setReplies}
          onClose={() => setManaging(false)}
        />
      )}
    </div>
  );
}

interface ManageProps {
  replies: readonly string[];
  onChange: (replies: string[]) => void;
  onClose: () => void;
}

function Manage({ replies, onChange, onClose }: ManageProps) {
  const [typed, setTyped] = useState("");
  const id = useId();
  function add() {
    const text = typed.trim();
    if (text === "") return;
    onChange([...replies.filter((reply) => reply !== text), text]);
    setTyped("");
  }
  return (
    <Dialog title="Saved replies" onClose={onClose} wide>
      <ul className="mb-5 space-y-3">
        {replies.map((reply, place) => (
          <li key={place} className="flex items-start gap-2">
            <textarea
              aria-label={`Saved reply ${place + 1}`}
              rows={2}
              className="textarea field-sizing-content w-full"
              defaultValue={reply}
              onBlur={({ target }) => {
                const text = target.value.trim();
                if (text === "") target.value = reply;
                else if (text !== reply) onChange(replies.with(place, text));
              }}
            />
            <button
              type="button"
              className="btn btn-ghost btn-square"
              aria-label={`Delete saved reply ${place + 1}`}
              onClick={(event) => {
                goOnBeside(event.currentTarget);
                onChange(replies.toSpliced(place, 1));
              }}
            >
              <Trash2 aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <label htmlFor={id} className="mb-1 block font-semibold">New reply</label>
      <textarea
        id={id}
        rows={3}
        className="textarea w-full"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="button" className="btn mt-3" onClick={add}>
        <Plus aria-hidden className="size-4" /> Add
      </button>
    </Dialog>
  );
}
