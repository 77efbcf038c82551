/** The end of a form in a dialog: its error, and the buttons that leave it and send it. */
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { FormError, SubmitButton } from "./form.tsx";

interface EndProps {
  form: { problem: string; busy: boolean };
  onClose: () => void;
  /** Buttons at the other side. */
  more?: ReactNode;
  busyLabel?: string;
  /** The name of the button that sends it; without one, it cannot be sent. */
  children: string | undefined;
}

export function FormEnd({ form, onClose, more, busyLabel, children }: EndProps) {
  return (
    <>
      <FormError text={form.problem} />
      <div className="dialog-end flex-wrap">
        {more}
        <Button onClick={onClose}>Cancel</Button>
        {children && <SubmitButton busy={form.busy} busyLabel={busyLabel}>{children}</SubmitButton>}
      </div>
    </>
  );
}
