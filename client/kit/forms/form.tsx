/**
 * Forms: values stored as a draft, validated with the server's own schema, errors shown at the
 * fields. All schemas are one file with zod, which is fetched once the page is idle.
 */
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod";
import { toast } from "../data/toast.ts";
import { CallError, errorText, isAbort, unreached } from "../net/api.ts";
import { contentKey } from "../net/idempotency-key.ts";
import { isUnreached } from "../net/retry.ts";
import { clearDraft, draftKey, readDraft, useDraft, writeDraft } from "./draft.ts";

export type Values = Record<string, unknown>;
export type Errors = Record<string, string>;

const NOTHING = {};

export interface Options<V extends Values, S extends z.ZodType> {
  schema: () => Promise<S>;
  empty: V;
  /** @param key stays the same while the same is sent again, and is new after a success */
  submit: (input: z.output<S>, values: V, key: string) => Promise<void> | void;
  /** The error text for a failure without a sentence from the server. */
  otherwise?: string;
  /** A notice tells a failure, too: that it failed (`otherwise`), or also the server's reason. */
  tells?: "failure" | "reason";
  /** The form's name. With it, typed text is stored as a draft until it is sent. */
  draft?: string;
  subject?: string;
  /** Fields that are never stored. */
  secret?: readonly (keyof V)[];
  /** Called when it is refused, before its errors are shown. */
  onRefused?: () => void;
  /** Converts the values to the schema's input, if they differ. */
  toInput?: (values: V) => unknown;
}

export interface Form<V extends Values> {
  values: V;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  errors: Errors;
  /** Why it was refused, unless a field tells it. */
  problem: string;
  busy: boolean;
  /**
   * Call this when the server has accepted the values: it empties the form. If a value has changed
   * since the press, the form keeps everything, because the recipient belongs to the text. Returns
   * false if it keeps it.
   */
  reset: () => boolean;
  discard: () => void;
  props: { noValidate: true; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  id: string;
}

/** Loads a schema. Throws `unreached` if its file cannot be fetched. */
export const loadSchema = <S,>(schema: () => Promise<S>): Promise<S> =>
  schema().catch((error) => {
    throw isUnreached(error) ? unreached() : error;
  });

/** The first error of each field, of each part of one ("links.0.url"), and "" of the whole form. */
export function fieldErrors(error: z.ZodError): Errors {
  const errors: Errors = {};
  for (const { path, message } of error.issues) {
    errors[String(path[0] ?? "")] ??= message;
    errors[path.join(".")] ??= message;
  }
  return errors;
}

const without = (errors: Errors, name: string): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([one]) => one !== name && !one.startsWith(`${name}.`)),
  );

export function useForm<V extends Values, S extends z.ZodType>(options: Options<V, S>): Form<V> {
  const { schema, submit, otherwise, tells, subject, toInput } = options;
  const { values, set, clear, discard } = useValues(options);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const going = useRef(false);
  const pressed = useRef(values);
  const key = useRef(contentKey());
  const id = useId();

  /**
   * Shows the errors at their fields, each in an element with the class `text-error`. The first that
   * stands at none is told for the whole form.
   */
  function refuse(form: HTMLFormElement, found: Errors): void {
    options.onRefused?.();
    flushSync(() => setErrors(found));
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    const shown = Array.from(form.querySelectorAll(".text-error"), (one) => one.textContent);
    setProblem(Object.values(found).find((sentence) => !shown.includes(sentence)) ?? "");
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (going.current) return;
    going.current = true;
    pressed.current = values;
    setBusy(true);
    setErrors({});
    setProblem("");
    try {
      const typed = toInput ? toInput(values) : values;
      const parsed = (await loadSchema(schema)).safeParse(typed);
      if (!parsed.success) return refuse(form, fieldErrors(parsed.error));
      await submit(parsed.data, values, key.current([subject, parsed.data]));
      key.current = contentKey();
    } catch (error) {
      if (isAbort(error)) return;
      const reason = errorText(error, otherwise);
      if (tells) toast.error(tells === "failure" && otherwise ? otherwise : reason);
      refuse(form, { "": reason, ...(error instanceof CallError && error.errors) });
    } finally {
      going.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    set: (name, value) => {
      set(name, value);
      if (errors[String(name)] !== undefined) {
        setErrors((now) => without(now, String(name)));
      }
    },
    errors,
    problem,
    busy,
    reset: () => clear(pressed.current),
    discard,
    props: { noValidate: true, onSubmit: (event) => void onSubmit(event) },
    id,
  };
}

/**
 * Whether all values equal the sent ones. Values read from a draft are new objects, so they are
 * compared by content.
 */
const isAs = (sent: Values, now: Values | null): boolean =>
  Object.entries(now ?? NOTHING)
    .every(([name, value]) => JSON.stringify(value) === JSON.stringify(sent[name]));

/** The values. Secret values, and forms without a draft, are in memory only. */
function useValues<V extends Values, S extends z.ZodType>(
  { empty, draft, subject, secret = [] }: Options<V, S>,
) {
  const key = draftKey(draft ?? "", subject);
  const [kept] = useDraft<Partial<V>>(key, NOTHING);
  const [memory, setMemory] = useState<Partial<V>>(NOTHING);
  // After an await, read the values as they are then.
  const latest = useRef<Partial<V>>(NOTHING);
  function changeMemory(next: Partial<V>): void {
    latest.current = next;
    setMemory(next);
  }
  function discard(): void {
    changeMemory(NOTHING);
    if (draft !== undefined) clearDraft(key);
  }
  return {
    values: { ...empty, ...(draft === undefined ? NOTHING : kept), ...memory },
    set: <K extends keyof V>(name: K, value: V[K]) => {
      if (draft === undefined || secret.includes(name)) {
        changeMemory({ ...latest.current, [name]: value });
      } else {
        writeDraft(key, { ...readDraft<Partial<V>>(key), [name]: value });
      }
    },
    /** Runs only if nothing has changed since the press. Returns false if something has. */
    clear: (sent: V) => {
      const isSent = isAs(sent, latest.current) &&
        (draft === undefined || isAs(sent, readDraft<Partial<V>>(key)));
      if (isSent) discard();
      return isSent;
    },
    discard,
  };
}

interface FieldProps {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
  children: (control: Control) => ReactNode;
}

/** The ids that connect a control with its label, hint and error. */
export interface Control {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
}

export function Field({ label, error, hint, className = "", children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="font-semibold">{label}</label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error === undefined ? undefined : true,
      })}
      {hint && <p id={`${id}-hint`} className="text-sm text-muted">{hint}</p>}
      {error && <p id={`${id}-error`} className="text-sm font-medium text-error">{error}</p>}
    </div>
  );
}

export function FormError({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <p role="alert" className="rounded-field border-l-4 border-error bg-error/8 px-3 py-2">
      {text}
    </p>
  );
}

export function SubmitButton(
  { busy, children, busyLabel, className = "btn-primary" }: {
    busy: boolean;
    children: ReactNode;
    busyLabel?: string;
    className?: string;
  },
) {
  return (
    <button type="submit" className={`btn ${className}`} aria-disabled={busy || undefined}>
      {busy && <span className="loading loading-spinner loading-sm" aria-hidden />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
