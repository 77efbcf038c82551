/** The list of the keyboard shortcuts that work on this screen, in groups. */
import { Fragment, useState } from "react";
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
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div className="gap-x-8 md:columns-2">
        {groups.map(({ group, shortcuts }) => (
          <section key={group} aria-label={group} className="mb-5 break-inside-avoid">
            <h3 className="mb-2 font-bold">{group}</h3>
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
      <p className="mt-4 text-sm text-muted">
        Escape leaves a field. <Key name="u" /> undoes what you sent in the last {UNDO_SECONDS}{" "}
        seconds. <Key name="Ctrl+k" /> finds everything else.
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
