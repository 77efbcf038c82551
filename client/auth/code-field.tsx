/** The field for the code from a mail, which may be pasted in its sentence. It has the focus at first. */
import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { codeIn } from "../../server/auth/codes/schema.ts";
import { Field, type Form, type Values } from "../kit/forms/form.tsx";

interface CodeProps<V extends Values & { otp: string }> {
  form: Form<V>;
  hint?: ReactNode;
  /** The last digit sends the form. */
  sends?: boolean;
}

export function CodeField<V extends Values & { otp: string }>(props: CodeProps<V>) {
  const { form, hint, sends = false } = props;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the screen has focused its heading, unless another field has the focus.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.matches("h1")) field.current?.focus();
    });
    return () => clearTimeout(timer);
  }, []);
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
          required
          value={form.values.otp}
          onChange={({ target }) => {
            const code = codeIn(target.value);
            flushSync(() => form.set("otp", code as V["otp"]));
            if (sends && /^\d{6}$/.test(code)) target.form?.requestSubmit();
          }}
        />
      )}
    </Field>
  );
}
