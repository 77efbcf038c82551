/** Names a required field of a form as soon as the person leaves it empty. */
import { type FocusEvent, useState } from "react";
import type { Errors, Form, Values } from "../../kit/forms/form.tsx";

/** Returns the form with the errors of such fields, and `onBlur` for its element. */
export function useRequiredFields<V extends Values>(form: Form<V>) {
  const [errors, setErrors] = useState<Errors>({});
  async function onBlur({ target }: FocusEvent<HTMLFormElement>): Promise<void> {
    const { name, required, value, labels } = target as unknown as HTMLInputElement;
    if (!required || value.trim() !== "" || !document.hasFocus()) return;
    const [first = "", ...rest] = labels?.[0]?.textContent ?? name;
    // The error moves what is below it: not while something there is being pressed.
    if (document.querySelector(":active")) {
      await new Promise((go) => addEventListener("click", go, { once: true }));
    }
    const error = `${first}${rest.join("").toLowerCase()} is required.`;
    setErrors((now) => ({ ...now, [name]: error }));
  }
  const missing = Object.entries(errors).filter(([name]) =>
    String(form.values[name]).trim() === ""
  );
  const named: Form<V> = {
    ...form,
    errors: { ...Object.fromEntries(missing), ...form.errors },
    reset: () => {
      setErrors({});
      return form.reset();
    },
  };
  return { form: named, onBlur: (event: FocusEvent<HTMLFormElement>) => void onBlur(event) };
}
