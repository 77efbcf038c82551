/** The texts into which links to steps are put. */
import { addToComment } from "../../comments/drafts/state.ts";
import { draftKey, readDraft, writeDraft } from "../../kit/forms/draft.ts";

export interface PointText {
  /** The name of the button, given the line that the step is about. */
  name: (line: number) => string;
  key: string;
  put: (link: string, at: { runId: string; line: number }) => void;
}

export interface LinkTargets {
  /** Returns the id of the run of this program. @throws Error with a sentence */
  runIdOf: (source: string) => string | Promise<string>;
  texts: readonly PointText[];
}

/** The field of a form whose text is a draft. It gets the focus. */
export const intoDraft = (
  { form, subject, field }: { form: string; subject: string; field: string },
): PointText => ({
  name: () => "Point at this step",
  key: "p",
  put(link) {
    const key = draftKey(form, subject);
    const draft = readDraft<Record<string, unknown>>(key);
    const typed = String(draft?.[field] ?? "").trimEnd();
    writeDraft(key, { ...draft, [field]: `${typed}${typed && "\n\n"}${link}\n` });
    focusSoon(() => document.querySelector(`textarea[name="${field}"]`));
  },
});

/** The comment at the line of the step. It gets the focus. */
export const intoComment = (subject: string): PointText => ({
  name: (line) => `Comment on line ${line}`,
  key: "c",
  put(link, { runId, line }) {
    addToComment(subject, { runId, from: line, to: line }, link);
    focusSoon(() =>
      document.querySelector(`[data-line="${line}"]`)?.parentElement?.querySelector("textarea")
    );
  },
});

/** The field may come, or become visible, with the new text. */
function focusSoon(find: () => HTMLTextAreaElement | null | undefined): void {
  setTimeout(() => {
    const field = find();
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, 100);
}
