/** The form for a response's code. Saving puts it into the response, which is sent later. */
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { type Language, languages } from "../../../server/languages/languages.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { Button } from "../../kit/ui/button.tsx";

const INDENT = "  ";

interface CodeProps {
  assignmentId: string;
  code: string;
  languages: readonly Language[];
  language: Language;
  onSave: (code: string, language: Language) => void;
  onClose: () => void;
}

/** Keeps a draft of code that was neither saved nor cancelled. */
export default function CodeForm(props: CodeProps) {
  const { assignmentId, code, languages: taken, onSave, onClose } = props;
  const [typed, setTyped, forget] = useDraft(draftKey("code", assignmentId), code);
  const [language, setLanguage] = useState(props.language);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  function save() {
    onSave(typed, language);
    forget();
    onClose();
  }
  return (
    <>
      {taken.length > 1 && (
        <select
          aria-label="Language"
          className="select mb-3 w-auto"
          value={language}
          onChange={(event) => setLanguage(event.target.value as Language)}
        >
          {taken.map((one) => <option key={one} value={one}>{languages[one].name}</option>)}
        </select>
      )}
      <label htmlFor={id} className="mb-1 block font-semibold">Your code</label>
      <textarea
        id={id}
        rows={16}
        data-begin
        spellCheck={false}
        className="textarea w-full font-mono text-sm leading-6"
        aria-describedby={`${id}-hint`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          indentOnTab(event);
          if (event.key === "Escape") {
            // The first Escape leaves the field, the next one closes the dialog.
            event.preventDefault();
            button.current?.focus();
          } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            save();
          }
        }}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
        Tab indents, Escape leaves the field, Ctrl + Enter saves. The code is sent with your
        response.
      </p>
      <div className="dialog-end mt-4">
        <Button
          onClick={() => {
            forget();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button ref={button} className="btn-primary" onClick={save}>Save</Button>
      </div>
    </>
  );
}

function indentOnTab(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Tab" || event.shiftKey) return;
  event.preventDefault();
  const area = event.currentTarget;
  area.setRangeText(INDENT, area.selectionStart, area.selectionEnd, "end");
  // Setting the text fires no event: dispatch one, so that React calls onChange.
  area.dispatchEvent(new Event("input", { bubbles: true }));
}
