/** What is in the dialog in which saved replies are changed. */
import { Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { goOnBeside } from "./removal.ts";

interface ManageProps {
  replies: readonly string[];
  onChange: (replies: string[]) => void;
}

export default function Manage({ replies, onChange }: ManageProps) {
  const [typed, setTyped] = useState("");
  const id = useId();
  function add() {
    const text = typed.trim();
    if (text === "") return;
    onChange([...replies.filter((reply) => reply !== text), text]);
    setTyped("");
  }
  return (
    <>
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
    </>
  );
}
