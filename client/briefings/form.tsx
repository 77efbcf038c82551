/** The form of a daily briefing: a new one, or a correction. */
import { type ReactNode, useRef } from "react";
import { type Briefing, BRIEFING_EXISTS } from "../../server/briefings/schema.ts";
import { Failed } from "../kit/api.ts";
import { Discard, Newer, useEditing } from "../kit/editing.tsx";
import { AreaField } from "../kit/fields.tsx";
import { Problem, Submit } from "../kit/form.tsx";
import { contentKey } from "../kit/once.ts";
import { toast } from "../kit/toast.tsx";
import { rewriteBriefing, writeBriefing } from "./actions.ts";
import { BriefingTexts, parts } from "./texts.tsx";

const rules = async () => (await import("../../server/briefings/schema.ts")).writeInput;

const MARKDOWN = "Markdown works here: lists, **bold**, `code`.";

interface FormProps {
  /** The class's day: there is one briefing a day, and one draft of it. */
  day: string;
  /** Null while it is not written, or once it has been deleted. */
  briefing: Briefing | null;
  /** Whether one that does not exist can be written here. */
  canCreate: boolean;
  says: { created: string; updated: string; failed: string };
  onSaved: () => void;
  button: string;
  children?: ReactNode;
}

export function BriefingForm(props: FormProps) {
  const { day, briefing, canCreate, says, onSaved, button, children } = props;
  const key = useRef(contentKey());
  const editing = useEditing({
    schema: rules,
    empty: {
      classSummary: briefing?.classSummary ?? "",
      classQuestions: briefing?.classQuestions ?? "",
      homeworkQuestions: briefing?.homeworkQuestions ?? "",
      base: briefing?.version ?? 0,
    },
    toInput: ({ base: _, ...texts }) => texts,
    draft: "briefing",
    subject: day,
    otherwise: says.failed,
    submit: async (texts, { base }) => {
      try {
        if (briefing === null) await writeBriefing(texts, key.current({ day, ...texts }));
        // Begun as a new one, it replaces another's only after a look at that.
        else if (base === 0) {
          throw new Failed(409, { msg: BRIEFING_EXISTS, code: "briefing.exists" });
        } else await rewriteBriefing(briefing._id, { ...texts, version: base });
      } catch (error) {
        toast.error(says.failed);
        throw error;
      }
      toast.success(briefing === null ? says.created : says.updated);
      editing.form.reset();
      key.current = contentKey();
      onSaved();
    },
  });
  const { form, isGone } = editing;
  return (
    <form {...form.props} className="space-y-4">
      <Newer
        editing={editing}
        changed="Somebody has saved this briefing in the meantime."
        deleted={canCreate
          ? "Somebody has deleted this briefing. Your text is still here: save it as a new one."
          : "Somebody has deleted this briefing. Your text is kept here, to be copied."}
      >
        {briefing !== null && <BriefingTexts briefing={briefing} heading="h3" />}
      </Newer>
      {parts.map(([name, label]) => (
        <AreaField
          key={name}
          form={form}
          name={name}
          label={label}
          rows={name === "classSummary" ? 4 : 3}
          hint={name === "classSummary" ? MARKDOWN : undefined}
          required
        />
      ))}
      <Problem text={form.problem} />
      <div className="flex flex-wrap justify-end gap-3">
        <Discard editing={editing} />
        {children}
        {(canCreate || !isGone) && <Submit busy={form.busy}>{button}</Submit>}
      </div>
    </form>
  );
}
