/** Leaves a form and drops what was typed in it. */
import type { Form, Values } from "./form.tsx";
import { Button } from "../ui/button.tsx";

interface CancelProps<V extends Values> {
  form: Pick<Form<V>, "discard">;
  onClose: () => void;
}

export function CancelButton<V extends Values>({ form, onClose }: CancelProps<V>) {
  return (
    <Button
      onClick={() => {
        form.discard();
        onClose();
      }}
    >
      Cancel
    </Button>
  );
}
