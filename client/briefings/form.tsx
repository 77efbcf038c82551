/** The form of a daily briefing: a new one, or a correction. */
import { type ReactNode, Suspense, useDeferredValue, useRef } from "react";
import { type Briefing, BRIEFING_EXISTS } from "../../server/briefings/schema.ts";
import { Failed } from "../kit/api.ts";
import { useEditing } from "../kit/editing.tsx";
import { AreaField } from "../kit/fields.tsx";
import { Problem, Submit } from "../kit/form.tsx";
import { lazily } from "../kit/lazily.tsx";
import { Markup } from "../kit/markup.tsx";
import { Discard, Newer } from "../kit/newer.tsx";
import { contentKey } from "../kit/once.ts";
import { takeOver } from "../kit/take-over.ts";
import { toast } from "../kit/toast.tsx";
import { rewriteBriefing, writeBriefing } from "./actions.ts";
import { BriefingTexts, parts } from "./texts.tsx";

const rules = async () => (await import("../../server/briefings/schema.ts")).writeInput;

const Preview = lazily(() => import("../kit/preview.tsx"));

/** Where there is room beside the form. */
const WIDE = "(min-width: 80rem)";
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
  /** Shows beside it, where there is room, how it will be read. */
  withPreview?: boolean;
  children?: ReactNode;
}

export function BriefingForm(props: FormProps) {
  const { day, briefing, canCreate, says, onSaved, button, withPreview, children } = props;
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
      key.current = contentKey();
      if (editing.form.reset()) onSaved();
    },
  });
  const { form, isGone } = editing;
  const isWide = withPreview && matchMedia(WIDE).matches;
  return (
    <div className={isWide ? "two-parts" : ""}>
      <form {...form.props} ref={takeOver} className="space-y-4">
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
      {isWide && <AsRead texts={form.values} saved={briefing} />}
    </div>
  );
}

interface AsReadProps {
  texts: Record<typeof parts[number][0], string>;
  saved: Briefing | null;
}

/** What is as it was saved, as the server has rendered it; the rest as it will look. */
function AsRead({ texts, saved }: AsReadProps) {
  const typed = useDeferredValue(texts);
  return (
    <section aria-labelledby="preview" className="min-w-0 space-y-4 border-l border-base-300 pl-8">
      <h3 id="preview" className="text-lg font-bold">Preview</h3>
      {parts.map(([part, title]) => (
        <div key={part}>
          <h4 className="mb-1 font-bold text-primary">{title}</h4>
          {typed[part].trim() === ""
            ? null
            : saved?.[part] === typed[part]
            ? <Markup html={saved.html[part]} />
            : (
              <Suspense>
                <Preview source={typed[part]} />
              </Suspense>
            )}
        </div>
      ))}
    </section>
  );
}
