/** A password field with a show and hide toggle. */
import { useState } from "react";
import Eye from "../kit/ui/icon.tsx?eye";
import EyeOff from "../kit/ui/icon.tsx?eye-off";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { TextField } from "../kit/forms/fields.tsx";
import type { Form, Values } from "../kit/forms/form.tsx";

const RULES = (
  <>
    Must be at least 8 characters with a number and special character
    <br />
    Only letters, digits and ! @ # $ % ^ &amp; * are allowed
  </>
);

interface PasswordProps<V extends Values> {
  form: Form<V>;
  name: keyof V & string;
  label: string;
  /** The rules are shown for a new one, not where it is typed again. */
  asks?: "current" | "new" | "again";
}

export function PasswordField<V extends Values>(
  { asks = "current", ...field }: PasswordProps<V>,
) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...field}
      hint={asks === "new" && RULES}
      autoComplete={asks === "current" ? "current-password" : "new-password"}
      required
      type={isShown ? "text" : "password"}
      after={
        <IconButton
          icon={Icon}
          name={isShown ? "Hide password" : "Show password"}
          large
          className="btn-ghost btn-sm absolute top-1 right-1"
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
