/** A text of a program under its name: it scrolls by itself, and the keyboard reaches it. */
import type { ReactNode, Ref } from "react";

/** An accessible name that is unique on the page. */
export const named = (label: string, of?: string): string =>
  of === undefined ? label : `${label}, ${of}`;

interface FrameProps {
  label: string;
  /** Added to the accessible name, where the same text is on the page twice. */
  of?: string | undefined;
  /** The accessible name, if it is not the label. */
  name?: string;
  /** What is said beside the label. */
  aside?: string;
  look?: string;
  view?: Ref<HTMLPreElement>;
  children: ReactNode;
}

export function Frame(props: FrameProps) {
  const { label, of, name = named(label, of), aside, look = "max-h-48", view, children } = props;
  return (
    <div className="min-w-0">
      <p className="mb-1 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-semibold">{label}</span>
        {aside && <span className="text-muted">{aside}</span>}
      </p>
      <pre
        ref={view}
        tabIndex={0}
        role="region"
        aria-label={name}
        className={`overflow-auto rounded-field bg-base-200 p-2 font-mono text-sm leading-6 ${look}`}
      >{children}</pre>
    </div>
  );
}
