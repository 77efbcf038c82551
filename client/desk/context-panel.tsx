/** The context of the open item: a column on a very wide screen, and a drawer elsewhere. */
import { useState } from "react";
import { Link, useLocation } from "wouter";
import PanelRightOpen from "../kit/ui/icon.tsx?panel-right-open";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { Dialog } from "../kit/ui/dialog.tsx";
import { mediaHook } from "../kit/layout/media.ts";
import { STUDENT_PAGE } from "../people/person-name.tsx";
import ItemContext, { type Part, PARTS } from "./item-context.tsx";
import type { About } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

const useIsVeryWide = mediaHook("(min-width: 90rem)");

export default function ContextPanel({ about }: { about: About }) {
  const isVeryWide = useIsVeryWide();
  const [part, setPart] = useState<Part>("question");
  const [isOpen, setOpen] = useState(false);
  const [, go] = useLocation();
  const studentPage = `/students/${about.studentId}`;
  function show(next: Part) {
    setPart(next);
    setOpen(true);
  }
  useShortcuts([
    ...PARTS.map(({ id, name }) => ({ keys: [], name: `Context: ${name}`, run: () => show(id) })),
    { ...STUDENT_PAGE, keys: [], run: () => go(studentPage) },
  ], "Context");
  const content = (
    <>
      <Link
        href={studentPage}
        className="link-plain mx-3 mt-2 self-start text-sm"
      >
        {STUDENT_PAGE.name}
      </Link>
      <ItemContext about={about} part={part} onPart={setPart} />
    </>
  );
  if (isVeryWide) {
    return (
      <aside aria-label="Context" className="panel flex min-h-0 min-w-0 flex-col overflow-hidden">
        {content}
      </aside>
    );
  }
  return (
    <>
      <Button
        icon={PanelRightOpen}
        className="btn-sm fixed right-0 bottom-1/2 z-20 w-6 rounded-r-none px-0 py-3 [writing-mode:vertical-rl]"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Context
      </Button>
      {isOpen && (
        <Dialog title="Context" onClose={() => setOpen(false)} drawer>
          {content}
        </Dialog>
      )}
    </>
  );
}
