/** The card in the middle of the sign-in and registration pages, and what their forms share. */
import { type ReactNode, useEffect, useRef } from "react";
import { TextField } from "../kit/forms/fields.tsx";
import { type Form, SubmitButton, type Values } from "../kit/forms/form.tsx";
import { CardPage } from "../kit/ui/card-page.tsx";

export function AuthCard(
  { title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode },
) {
  const card = useRef<HTMLDivElement>(null);
  // The first field that is empty, after the heading had the focus.
  useEffect(() => {
    const fields = card.current?.querySelectorAll<HTMLInputElement>("form input:not([readonly])");
    [...fields ?? []].find(({ value }) => value === "")?.focus();
  }, []);
  return (
    <CardPage title={title} card={card}>
      {intro && <p className="text-lg">{intro}</p>}
      {children}
    </CardPage>
  );
}

interface EmailProps<V extends Values> {
  form: Form<V>;
  readOnly?: boolean;
}

export function EmailField<V extends Values & { email: string }>(
  { form, readOnly = false }: EmailProps<V>,
) {
  return (
    <TextField
      form={form}
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      readOnly={readOnly}
      required
    />
  );
}

interface ButtonProps {
  form: { busy: boolean };
  busyLabel: string;
  children: ReactNode;
}

export function AuthButton({ form, busyLabel, children }: ButtonProps) {
  return (
    <SubmitButton busy={form.busy} busyLabel={busyLabel} className="btn-primary btn-block btn-lg">
      {children}
    </SubmitButton>
  );
}
