/** The list of the keyboard shortcuts that work on this screen, in groups. */
import { Fragment, useId, useState } from "react";
import { UNDO_SECONDS } from "../../../server/threads/policy.ts";
import { activeShortcuts } from "../focus/shortcuts.tsx";
import { Dialog } from "../ui/dialog.tsx";

const signs: Record<string, string> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  PageUp: "Page ↑",
  PageDown: "Page ↓",
};

export default function KeySheet({ onClose }: { onClose: () => void }) {
  const [groups] = useState(() =>
    activeShortcuts().map(({ group, shortcuts }) => ({
      group,
      shortcuts: shortcuts.filter(({ keys }) => keys.length > 0),
    })).filter(({ shortcuts }) => shortcuts.length > 0)
  );
  const id = useId();
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div className="gap-x-8 md:columns-2">
        {groups.map(({ group, shortcuts }, at) => (
          <section key={group} aria-labelledby={`${id}-${at}`} className="mb-5 break-inside-avoid">
            <h3 id={`${id}-${at}`} className="mb-2 font-bold">{group}</h3>
            <dl className="grid grid-cols-[minmax(5.5rem,max-content)_1fr] items-baseline gap-x-4 gap-y-2">
              {shortcuts.map(({ keys, name }) => (
                <Fragment key={name}>
                  <dt className="flex justify-end gap-1">
                    {keys.map((key) => <Key key={key} name={key} />)}
                  </dt>
                  <dd>{name}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="text-sm text-muted">
        While you type in a field, letter keys only type text. Escape leaves the field. For{" "}
        {UNDO_SECONDS} seconds after you have sent something, <Key name="u" /> takes it back.{" "}
        <Key name="Ctrl+k" /> finds everything else that can be done here.
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
