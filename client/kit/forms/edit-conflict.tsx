/** Editing what others may change: the newer version is offered, nothing typed is lost. */
import { useEffect, useRef } from "react";
import type * as z from "zod";
import { draftKey, readDraft, useDraft, writeDraft } from "./draft.ts";
import { type Form, type Options, useForm, type Values } from "./form.tsx";

/** `base` is the version that the text is based on; 0 for a new text. */
export type Based = Values & { base: number };

export type EditState<V extends Based> = ReturnType<typeof useEditing<V, z.ZodType>>;

/**
 * Until the person types, the form follows the current version (`empty`). After the first key
 * nothing in the form changes by itself: the whole text is stored as a draft, with its base
 * version. A newer version that changes nothing in the form is no conflict: it becomes the base. Nor
 * is one that is as the text.
 */
export function useEditing<V extends Based, S extends z.ZodType>(
  options: Options<V, S> & { draft: string },
) {
  const { draft, subject, empty: current } = options;
  const key = draftKey(draft, subject);
  const [kept] = useDraft<Partial<V> | null>(key, null);
  const form = useForm(options);
  const isTouched = kept !== null;
  const { base } = form.values;
  const sentBase = useRef<number>(undefined);
  const latest = useRef(current);
  useEffect(() => {
    // Text that was typed during a save is based on the saved version.
    if (kept !== null && kept.base === undefined && current.base !== sentBase.current) {
      writeDraft(key, { ...current, ...kept });
    }
    const before = latest.current;
    latest.current = current;
    const isBased = kept !== null && kept.base === before.base && current.base > before.base;
    if (isBased && isAlike(before, current)) writeDraft(key, { ...kept, base: current.base });
    // It was saved here, but the reply did not come.
    if (isTouched && current.base > base && isAlike(form.values, current)) form.discard();
  });
  const edited: Form<V> = {
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
  };
  return {
    form: edited,
    /** The person has begun to type, here or before a reload. */
    isTouched,
    /** There is a newer version than the one that the text is based on. */
    isBehind: isTouched && current.base > 0 && current.base !== base,
    /** The edited thing has been deleted. */
    isGone: isTouched && current.base === 0 && base > 0,
    take: (values: V) => writeDraft(key, values),
    current,
  };
}

const isAlike = (one: Based, other: Based): boolean =>
  JSON.stringify({ ...one, base: 0 }) === JSON.stringify({ ...other, base: 0 });
