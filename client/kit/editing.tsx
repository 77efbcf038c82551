/** Editing what others may change meanwhile: their version is offered, and nothing typed is lost. */
import { type ReactNode, useEffect, useRef } from "react";
import { Info } from "lucide-react";
import type * as z from "zod";
import { draftKey, readDraft, useDraft, writeDraft } from "./draft.ts";
import { type Form, type Options, useForm, type Values } from "./form.tsx";

/** `base` is the version that a text is based on, 0 for a text that is new. */
export type Based = Values & { base: number };

export interface Editing<V extends Based> {
  form: Form<V>;
  /** Somebody has begun to type, here or before a reload. */
  isTouched: boolean;
  /** A newer version has come than the one that the text is based on. */
  isBehind: boolean;
  /** What the text is based on has been deleted. */
  isGone: boolean;
  /** Puts these values in the form. */
  take: (values: V) => void;
  /** What is current now. */
  current: V;
}

/**
 * Untouched, the form follows what is current (`empty`). From the first key on, nothing moves
 * under the hands: the whole text is kept as a draft, with the version that it is based on.
 */
export function useEditing<V extends Based, S extends z.ZodType>(
  options: Options<V, S> & { draft: string },
): Editing<V> {
  const { draft, subject, empty: current } = options;
  const key = draftKey(draft, subject);
  const [kept] = useDraft<Partial<V> | null>(key, null);
  const form = useForm(options);
  const isTouched = kept !== null;
  const { base } = form.values;
  const sentBase = useRef<number>(undefined);
  useEffect(() => {
    // What was typed while the rest was saved goes on from the version that came of that.
    if (kept !== null && kept.base === undefined && current.base !== sentBase.current) {
      writeDraft(key, { ...current, ...kept });
    }
  });
  return {
    form: {
      ...form,
      set: (name, value) => {
        writeDraft(key, { ...current, ...readDraft<Partial<V>>(key) });
        form.set(name, value);
      },
      reset: () => {
        if (form.reset()) return true;
        const { base: _, ...rest } = readDraft<Partial<V>>(key) ?? {};
        writeDraft(key, rest);
        sentBase.current = base;
        return false;
      },
    },
    isTouched,
    isBehind: isTouched && current.base > 0 && current.base !== base,
    isGone: isTouched && current.base === 0 && base > 0,
    take: (values) => writeDraft(key, values),
    current,
  };
}

/** What somebody else has done meanwhile, and what can be done about it. */
export function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="space-y-3 rounded-field border-l-4 border-warning bg-warning/10 px-3 py-3"
    >
      <p className="flex items-start gap-2 font-semibold">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
        {text}
      </p>
      {children}
    </div>
  );
}
