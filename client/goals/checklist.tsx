/** A week's checklist: the owner ticks, adds and removes items; others only read. */
import { type FormEvent, useId } from "react";
import Check from "../kit/ui/icon.tsx?check";
import Minus from "../kit/ui/icon.tsx?minus";
import Plus from "../kit/ui/icon.tsx?plus";
import type { Goal, GoalItem } from "../../server/goals/schema.ts";
import { isAbort } from "../kit/net/api.ts";
import { draftKey, readDraft, useDraft } from "../kit/forms/draft.ts";
import { RemoveButton } from "../kit/forms/remove-button.tsx";
import { toast } from "../kit/data/toast.ts";
import { editItems } from "./actions.ts";
import { itemsOf } from "./state.ts";
import { Tick } from "../kit/ui/tick.tsx";

const WHY = "Why was this not completed?";

/** Saves a change and returns whether that succeeded. */
async function save(goal: Goal, edit: (items: GoalItem[]) => GoalItem[]): Promise<boolean> {
  try {
    await editItems(goal, edit);
    return true;
  } catch (error) {
    if (!isAbort(error)) toast.error("Failed to update weekly goal bullet");
    return false;
  }
}

/** Identifies an item by its text and, among items with the same text, by its position. */
interface Line {
  text: string;
  /** How many items with the same text come before it. */
  nth: number;
}

const lineAt = (items: readonly GoalItem[], place: number): Line => {
  const text = items[place]?.text ?? "";
  return { text, nth: items.slice(0, place).filter((item) => item.text === text).length };
};

const nameOf = ({ text, nth }: Line): string => nth === 0 ? text : `${text}#${nth}`;

/** Returns the item's current index; -1 if it has been removed. */
const placeOf = (items: readonly GoalItem[], { text, nth }: Line): number =>
  items.map((item, place) => item.text === text ? place : -1).filter((place) => place >= 0)[nth] ??
    -1;

const changing = (line: Line, change: Partial<GoalItem>) => (items: GoalItem[]): GoalItem[] =>
  items.map((item, place) => place === placeOf(items, line) ? { ...item, ...change } : item);

const dropping = (line: Line) => (items: GoalItem[]): GoalItem[] =>
  items.filter((_, place) => place !== placeOf(items, line));

export function Checklist({ goal, isOwn }: { goal: Goal; isOwn: boolean }) {
  const items = itemsOf(goal);
  if (!isOwn) return <ReadChecklist items={items} />;
  return (
    <div className="space-y-4">
      <ul aria-label="Goals" className="divide-y divide-base-300">
        {items.map((item, place) => (
          <li key={nameOf(lineAt(items, place))} className="py-2.5">
            <div className="flex items-start gap-3">
              <Tick
                box="checkbox checkbox-primary mt-0.5"
                className="min-w-0 grow items-start gap-3"
                isOn={item.completed}
                onTick={(completed) =>
                  void save(goal, changing(lineAt(items, place), { completed }))}
              >
                <span
                  className={`min-w-0 text-lg break-words ${
                    item.completed ? "text-muted line-through" : ""
                  }`}
                >
                  {item.text}
                </span>
              </Tick>
              <RemoveButton
                className="btn-sm"
                name={`Remove: ${item.text}`}
                title={items.length === 1 ? "The last goal cannot be removed" : "Remove"}
                disabled={items.length === 1}
                onRemove={() => void save(goal, dropping(lineAt(items, place)))}
              />
            </div>
            {!item.completed && <Reason goal={goal} item={item} line={lineAt(items, place)} />}
          </li>
        ))}
      </ul>
      <AddItem goal={goal} />
    </div>
  );
}

function AddItem({ goal }: { goal: Goal }) {
  const key = draftKey("goal-item", goal._id);
  const [text, setText, forget] = useDraft(key, "");
  const id = useId();
  async function add(event: FormEvent) {
    event.preventDefault();
    const next = text.trim();
    if (next === "") return;
    forget();
    const item = { text: next, completed: false, justification: "" };
    if (await save(goal, (items) => [...items, item])) return;
    // It goes before what was typed meanwhile.
    setText(`${next} ${readDraft<string>(key) ?? ""}`.trim());
  }
  return (
    <form className="flex items-end gap-2" onSubmit={(event) => void add(event)}>
      <div className="grow">
        <label htmlFor={id} className="sr-only">Add a goal</label>
        <input
          id={id}
          className="input w-full"
          placeholder="Add a goal"
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <button type="submit" className="btn">
        <Plus aria-hidden className="size-4" /> Add
      </button>
    </form>
  );
}

function Reason({ goal, item, line }: { goal: Goal; item: GoalItem; line: Line }) {
  const key = draftKey("goal-reason", `${goal._id}:${nameOf(line)}`);
  const [typed, setTyped, forget] = useDraft<string | null>(key, null);
  const id = useId();
  const text = typed ?? item.justification;
  async function saveJustification(event: FormEvent) {
    event.preventDefault();
    const details = (event.currentTarget as Element).closest("details");
    if (!await save(goal, changing(line, { justification: text.trim() }))) return;
    // It was changed meanwhile, and is not saved yet.
    if (readDraft(key) !== typed) return;
    // The form is folded next, so the focus moves to the summary.
    if (details?.contains(document.activeElement)) details.querySelector("summary")?.focus();
    forget();
  }
  return (
    <details className="mt-1 ml-9" open={typed !== null}>
      <summary className="cursor-pointer text-sm text-muted">
        {item.justification === "" ? WHY : `Not completed: ${item.justification}`}
      </summary>
      <form
        className="mt-2 flex flex-wrap items-end gap-2"
        onSubmit={(event) => void saveJustification(event)}
      >
        <div className="min-w-0 flex-[1_1_14rem]">
          <label htmlFor={id} className="text-sm font-semibold">{WHY} (optional)</label>
          <textarea
            id={id}
            rows={2}
            maxLength={2000}
            className="textarea field-sizing-content w-full"
            value={text}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
        <button type="submit" className="btn btn-sm">Save</button>
      </form>
    </details>
  );
}

export function ReadChecklist({ items }: { items: readonly GoalItem[] }) {
  return (
    <ul aria-label="Goals" className="space-y-2">
      {items.map(({ text, completed, justification }, place) => (
        <li key={place} className="flex items-start gap-3">
          {completed
            ? <Check aria-label="Completed:" className="mt-1 size-5 shrink-0 text-success" />
            : <Minus aria-label="Not completed:" className="mt-1 size-5 shrink-0 text-muted" />}
          <span className="min-w-0 break-words">
            {text}
            {!completed && justification !== "" && (
              <span className="block text-sm text-muted">{justification}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
