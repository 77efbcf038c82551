/** The form for a daily briefing: a new one, or an edit. */
import { type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import { type Briefing, BRIEFING_EXISTS } from "../../server/briefings/schema.ts";
import { CallError } from "../kit/net/api.ts";
import { useEditing } from "../kit/forms/edit-conflict.tsx";
import { AreaField, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton } from "../kit/forms/form.tsx";
import { Preview } from "../kit/markdown/preview.tsx";
import { RichText } from "../kit/ui/rich-text.tsx";
import { Discard, NewerVersion, PublishNew } from "../kit/forms/newer-version.tsx";
import { appearsAtOf, appearsField, scheduleField, toField } from "../kit/forms/moment.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { store } from "../kit/net/store.ts";
import { showMoment } from "../kit/ui/show-moment.ts";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { toast } from "../kit/data/toast.ts";
import { updateBriefing, writeBriefing } from "./actions.ts";
import { earlierDays } from "./state.ts";
import { briefingParts, BriefingTexts } from "./texts.tsx";
import EarlierDraft from "./earlier-draft.tsx";

const WIDE = "(min-width: 80rem)";
const CHOOSE_TIME = "Choose the time at which it appears.";
const MARKDOWN = "Markdown is supported: lists, **bold**, `code`.";

interface FormProps {
  /** The class's calendar day, or the id of a prepared briefing: each has one draft. */
  day: string;
  /** Null until it is written, and after it was deleted. */
  briefing: Briefing | null;
  canCreate: boolean;
  /** Whether a new briefing may be prepared for a time here, or must be. */
  prepares?: "may" | "must";
  says: { created: string; updated: string; failed: string };
  onSaved: () => void;
  button: string;
  gone?: string;
  withPreview?: boolean;
  children?: ReactNode;
}

const PREPARED_SAYS = "Scheduled for";
const DELETED = "Somebody has deleted this briefing. Your text is still here.";

export function BriefingForm(props: FormProps) {
  const { day, briefing, canCreate, prepares, says, onSaved, button } = props;
  const { gone = DELETED, withPreview, children } = props;
  const asNew = useRef(false);
  // In a dialog, the text stays, also if it was not changed there.
  const known = useRef(briefing);
  if (briefing !== null || canCreate) known.current = briefing;
  const isScheduled = briefing?.appearsAt !== undefined;
  const hasTime = isScheduled || (briefing === null && prepares !== undefined);
  const editing = useEditing({
    schema: async () => (await import("../../server/briefings/schema.ts")).writeInput,
    empty: {
      classSummary: known.current?.classSummary ?? "",
      classQuestions: known.current?.classQuestions ?? "",
      homeworkQuestions: known.current?.homeworkQuestions ?? "",
      appearsAt: toField(briefing?.appearsAt),
      base: briefing?.version ?? 0,
    },
    toInput: ({ base: _, appearsAt, ...texts }) => ({
      ...texts,
      ...appearsAtOf(hasTime ? appearsAt : ""),
    }),
    draft: "briefing",
    subject: day,
    otherwise: says.failed,
    tells: "failure",
    submit: async ({ appearsAt: time, ...rest }, { base }, key) => {
      const texts = { ...rest, ...appearsAtOf(time ?? "") };
      let appearsAt;
      if (prepares === "must" && time === undefined) {
        throw new CallError(400, {
          msg: CHOOSE_TIME,
          code: "invalid",
          errors: { appearsAt: CHOOSE_TIME },
        });
      }
      if (isGone && !asNew.current) throw new CallError(409, { msg: gone, code: "deleted" });
      if (briefing === null) {
        appearsAt = await writeBriefing(texts, key);
      } // The text was begun as a new briefing, and another person has saved one since. It is
      // overwritten only after the person has seen it.
      else if (base === 0) {
        throw new CallError(409, { msg: BRIEFING_EXISTS, code: "briefing.exists" });
      } else await updateBriefing(briefing._id, { ...texts, version: base });
      toast.success(
        appearsAt !== undefined
          ? `${PREPARED_SAYS} ${showMoment(appearsAt, store.get(todayAtom))}.`
          : briefing === null
          ? says.created
          : says.updated,
      );
      asNew.current = false;
      if (editing.form.reset() && (appearsAt === undefined || prepares === "must")) onSaved();
    },
  });
  const { form } = editing;
  const hasEarlier = useMemo(() => earlierDays(day).length > 0, [day]);
  const isGone = canCreate ? editing.isGone : briefing === null;
  const isWide = withPreview && matchMedia(WIDE).matches;
  return (
    <div className={isWide ? "two-parts" : ""}>
      <form {...form.props} ref={takeLostFocus} className="space-y-4">
        <NewerVersion
          editing={{ ...editing, isGone }}
          changed="Somebody has saved this briefing in the meantime."
          deleted={gone}
        >
          {briefing !== null && <BriefingTexts briefing={briefing} heading="h3" />}
        </NewerVersion>
        {prepares === "may" && hasEarlier && (
          <EarlierDraft
            day={day}
            values={form.values}
            write={(texts) => editing.take({ ...form.values, ...texts })}
          />
        )}
        {briefingParts.map(([name, label]) => (
          <AreaField
            key={name}
            isMarkdown
            form={form}
            name={name}
            label={label}
            rows={name === "classSummary" ? 4 : 3}
            hint={name === "classSummary" ? MARKDOWN : undefined}
            required
          />
        ))}
        {hasTime && (
          <TextField
            form={form}
            name="appearsAt"
            {...(prepares === "may" && !isScheduled ? appearsField() : scheduleField())}
          />
        )}
        <FormError text={form.problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Discard editing={editing} />
          {children}
          {!isGone && <SubmitButton busy={form.busy}>{button}</SubmitButton>}
          {isGone && gone === DELETED && (
            <PublishNew
              asked={asNew}
              name={day === store.get(todayAtom) ? "Publish as new" : "Publish as today's briefing"}
            />
          )}
        </div>
      </form>
      {isWide && <AsRead texts={form.values} saved={briefing} />}
    </div>
  );
}

interface AsReadProps {
  texts: Record<typeof briefingParts[number][0], string>;
  saved: Briefing | null;
}

/** The preview. An unchanged text is the server's HTML; any other is rendered in the browser. */
function AsRead({ texts, saved }: AsReadProps) {
  const typed = useDeferredValue(texts);
  return (
    <section aria-labelledby="preview" className="min-w-0 space-y-4 border-l border-base-300 pl-8">
      <h3 id="preview" className="text-lg font-bold">Preview</h3>
      {briefingParts.map(([part, title]) => (
        <div key={part}>
          <h4 className="mb-1 font-bold text-primary">{title}</h4>
          {typed[part].trim() === ""
            ? null
            : saved?.[part] === typed[part]
            ? <RichText html={saved.html[part]} />
            : <Preview source={typed[part]} />}
        </div>
      ))}
    </section>
  );
}
