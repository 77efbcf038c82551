/** Says that the edited thing has changed or is gone, and offers the newer version. */
import { type ReactNode, type RefObject, useState } from "react";
import { Notice } from "../news/notice.tsx";
import type { Based, EditState } from "./edit-conflict.tsx";
import { focusFirst, takeLostFocus } from "../focus/hand-over-focus.ts";
import { Button } from "../ui/button.tsx";

interface NewerProps<V extends Based> {
  editing: EditState<V>;
  /** One sentence that says what happened. */
  changed: string;
  /** What the deletion means for the person's text. */
  deleted: string;
  /** The newer version, to read. */
  children: ReactNode;
}

export function NewerVersion<V extends Based>(props: NewerProps<V>) {
  const { editing, changed, deleted, children } = props;
  const { form, isBehind, isGone, take, current } = editing;
  const [mine, setMine] = useState<V | null>(null);
  if (isGone) return <Notice text={deleted} />;
  if (isBehind) {
    return (
      <Notice text={changed}>
        <details className="rounded-field border border-base-300 bg-base-100">
          <summary className="cursor-pointer px-3 py-2 font-semibold">
            Show the newer version
          </summary>
          <div className="max-h-80 overflow-y-auto border-t border-base-300 p-3">{children}</div>
        </details>
        <div className="flex flex-wrap gap-3">
          <Button
            className="btn-sm"
            onClick={() => {
              setMine(form.values);
              take(current);
            }}
          >
            Use the newer version
          </Button>
          <Button
            className="btn-sm"
            onClick={(event) => {
              focusFirst(event.currentTarget.form);
              take({ ...form.values, base: current.base });
            }}
          >
            Keep my text
          </Button>
        </div>
      </Notice>
    );
  }
  if (mine === null) return null;
  return (
    <Notice text="This is the newer version. Your own text is still here.">
      <Button
        ref={takeLostFocus}
        className="btn-sm"
        onClick={(event) => {
          focusFirst(event.currentTarget.form);
          take({ ...mine, base: current.base });
          setMine(null);
        }}
      >
        Put my text back
      </Button>
    </Notice>
  );
}

/** Sends the text of a deleted thing as a new one: only then is `asked` set for the submit. */
export function PublishNew({ asked, name }: { asked: RefObject<boolean>; name: string }) {
  return (
    <Button
      className="btn-primary"
      onClick={({ currentTarget }) => {
        asked.current = true;
        currentTarget.form?.requestSubmit();
      }}
    >
      {name}
    </Button>
  );
}

/** Replaces the text with the newer version. Closing alone keeps the text. */
export function Discard<V extends Based>({ editing }: { editing: EditState<V> }) {
  if (!editing.isTouched) return null;
  return (
    <Button
      className="btn-ghost mr-auto"
      onClick={(event) => {
        focusFirst(event.currentTarget.form);
        editing.form.discard();
      }}
    >
      Discard my changes
    </Button>
  );
}
