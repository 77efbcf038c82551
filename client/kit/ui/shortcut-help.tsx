/** The list of the keyboard shortcuts that work on this screen. */
import { Fragment, useState } from "react";
import { Dialog } from "./dialog.tsx";
import { activeShortcuts } from "../focus/shortcuts.tsx";

const signs: Record<string, string> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  " ": "Space",
  PageUp: "Page ↑",
  PageDown: "Page ↓",
};

export default function KeySheet({ onClose }: { onClose: () => void }) {
  const [all] = useState(activeShortcuts);
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2.5">
        {all.map(({ keys, name }) => (
          <Fragment key={name}>
            <dt className="flex flex-wrap justify-end gap-1">
              {keys.map((key) => <Key key={key} name={key} />)}
            </dt>
            <dd>{name}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="mt-5 text-sm text-muted">
        While you type in a field, letter keys only type text. Escape leaves the field.
      </p>
    </Dialog>
  );
}

function Key({ name }: { name: string }) {
  const parts = name.split("+").filter(Boolean);
  return (
    <span className="whitespace-nowrap">
      {parts.map((part, place) => (
        <Fragment key={part}>
          {place > 0 && " + "}
          <kbd className="kbd kbd-sm">{signs[part] ?? part}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
