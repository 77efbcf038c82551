/** Beside a text that its author may have edited: "edited", and the button that opens `Mend`. */
import { showDateTime } from "../kit/ui/format-time.ts";

interface MendButtonProps {
  editedAt: string | undefined;
  mayEdit: boolean;
  /** Whether the reader may see what an edited text said before. */
  readsVersions: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

export function MendButton(props: MendButtonProps) {
  const { editedAt, mayEdit, readsVersions, isOpen, onToggle } = props;
  return (
    <>
      {editedAt && (
        <time dateTime={editedAt} title={showDateTime(editedAt)} className="text-sm text-muted">
          edited
        </time>
      )}
      {(mayEdit || editedAt && readsVersions) && (
        <button
          type="button"
          className="link-plain text-sm"
          data-mend
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {mayEdit ? "Edit" : "Earlier versions"}
        </button>
      )}
    </>
  );
}
