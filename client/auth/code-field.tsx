/** The field for the code from a mail. "123 456" is taken as well. It has the focus at first. */
import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { Field, type Form, type Values } from "../kit/forms/form.tsx";

const LENGTH = 6;

interface CodeProps<V extends Values & { otp: string }> {
  form: Form<V>;
  hint?: ReactNode;
  /** The last digit sends the form. */
  sends?: boolean;
  /** Leaves the focus to another field. */
  waits?: boolean;
}

export function CodeField<V extends Values & { otp: string }>(props: CodeProps<V>) {
  const { form, hint, sends = false, waits = false } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (waits) return;
    // After the screen has focused its heading.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.matches("h1")) field.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [waits]);
  return (
    <Field label="Code from the mail (OTP)" hint={hint} error={form.errors.otp}>
      {(control) => (
        <input
          {...control}
          ref={field}
          name="otp"
          className="input w-full"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={2 * LENGTH}
          required
          value={form.values.otp}
          onChange={({ target }) => {
            const code = target.value.replaceAll(/[\s-]/g, "");
            flushSync(() => form.set("otp", code as V["otp"]));
            if (sends && /^\d+$/.test(code) && code.length === LENGTH) target.form?.requestSubmit();
          }}
        />
      )}
    </Field>
  );
}
