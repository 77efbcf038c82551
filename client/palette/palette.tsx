/**
 * The command palette: a field that finds screens, actions, people, questions and doubts, in words.
 * It is a combobox with a list box: the focus stays in the field, and the arrow keys move through
 * the list.
 */
import { useAtomValue } from "jotai";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { type PaletteResults, SEARCHED_MOST } from "../../server/palette/schema.ts";
import { TagBadge } from "../assignments/badges.tsx";
import { useSearch } from "../kit/data/use-search.ts";
import { meAtom } from "../kit/net/session.ts";
import { statusText } from "../doubts/status.tsx";
import { plainText } from "../kit/ui/rich-text.tsx";
import { shorten } from "../kit/ui/shorten.ts";
import { addressMessage } from "../messages/actions.ts";
import { findInClass } from "./actions.ts";
import { type Command, commandsHere, commandsOf, fitting } from "./commands.tsx";

const COMMANDS_MOST = 8;
const SEARCH = { failed: "People, questions and doubts could not be searched." };

interface Option {
  key: string;
  name: string;
  hint: ReactNode;
  to: Command["to"];
  /** Whether the server has found it. Until it answers again, this may fit only an earlier text. */
  isFound?: true;
  /** Runs before the address is opened. */
  before?: () => void;
}
interface Group {
  name: string;
  options: readonly Option[];
}

export default function Palette({ onClose }: { onClose: () => void }) {
  const [, go] = useLocation();
  const [text, setText] = useState("");
  /** Whether Enter was pressed: the first result of this text opens as soon as it is there. */
  const [isEntered, setEntered] = useState(false);
  /** The place that the person has moved to since the last change of the text. */
  const [chosen, setChosen] = useState<number | null>(null);
  const asked = text.trim();
  const { found, foundFor, problem } = useSearch(asked, findInClass, SEARCH);
  const isLoading = (foundFor ?? "") !== asked;
  const groups = useGroups(asked, found);
  const options = groups.flatMap((group) => group.options);
  const at = Math.min(chosen ?? 0, options.length - 1);
  const id = useId();
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, at]);
  const [first] = options;
  const isFirstSure = !isLoading || (first !== undefined && !first.isFound);
  useEffect(() => {
    if (!isEntered || !isFirstSure) return;
    setEntered(false);
    if (first !== undefined) choose(first);
  }, [isEntered, isFirstSure, first]);
  function choose({ to, before }: Option): void {
    onClose();
    before?.();
    // The dialog gives the focus back when it is gone. After that, the new screen takes it.
    setTimeout(() => {
      if (typeof to !== "string") return to();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      go(to);
    });
  }
  function onKeyDown(event: KeyboardEvent): void {
    const place = placeAfter(event.key, at, options.length - 1);
    if (place !== undefined) setChosen(place);
    else if (event.key !== "Enter") return;
    else if (chosen === null) setEntered(true);
    else if (options[at] !== undefined) choose(options[at]);
    event.preventDefault();
  }
  const status = problem || (isLoading ? "Searching…" : countText(options.length));
  return (
    <div className="space-y-3">
      <input
        type="text"
        role="combobox"
        data-begin
        aria-label="Find a screen, a person, a question, a doubt, or something to do"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCHED_MOST}
        className="input input-lg w-full"
        placeholder="A screen, a name, a question, words of a doubt…"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setChosen(null);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className={problem ? "text-error" : "text-sm text-muted"}>{status}</p>
      <ResultList {...{ id, groups, at }} onChoose={choose} />
    </div>
  );
}

const countText = (found: number): string =>
  found === 0 ? "Nothing found. Try another word." : `${found} found`;

/** The place to which a key leads in the list. */
const placeAfter = (key: string, at: number, last: number): number | undefined =>
  ({
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    PageDown: Math.min(last, at + 5),
    PageUp: Math.max(0, at - 5),
  })[key];

interface ListProps {
  /** The list's options have this id and their place in it. */
  id: string;
  groups: readonly Group[];
  at: number;
  onChoose: (option: Option) => void;
}

function ResultList({ id, groups, at, onChoose }: ListProps) {
  let place = -1;
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Results"
      className="h-[min(26rem,50dvh)] overflow-y-auto"
    >
      {groups.map((group) => (
        <div key={group.name} role="group" aria-label={group.name}>
          <p aria-hidden className="px-3 pt-2 pb-1 text-sm font-bold text-muted">{group.name}</p>
          {group.options.map((option) => {
            place += 1;
            const isChosen = place === at;
            return (
              <div
                key={option.key}
                id={`${id}-${place}`}
                role="option"
                aria-selected={isChosen}
                className={`flex min-h-11 cursor-pointer gap-x-3 rounded-field max-sm:flex-col max-sm:justify-center sm:items-center px-3 py-1.5 ${
                  isChosen
                    ? "bg-primary/12 shadow-[inset_4px_0_0_var(--color-primary)]"
                    : "hover:bg-base-200"
                }`}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(option)}
              >
                <span className="min-w-0 grow font-semibold break-words">{option.name}</span>
                <span className="shrink-0 truncate text-sm sm:max-w-[45%]">{option.hint}</span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function useGroups(text: string, found: PaletteResults | null): readonly Group[] {
  const me = useAtomValue(meAtom);
  const [here] = useState(commandsHere);
  return useMemo(() => {
    if (me === null) return [];
    const fit = fitting([...commandsOf(me.role), ...here], text);
    const commands = text === "" ? fit : fit.slice(0, COMMANDS_MOST);
    const ofKind = (kind: Command["kind"]) =>
      commands.filter((command) => command.kind === kind)
        .map(({ name, to }) => ({ key: name, name, to, hint: null }));
    const people = found?.people ?? [];
    const questions = found?.questions ?? [];
    const doubts = found?.doubts ?? [];
    const groups = [
      { name: "Screens", options: ofKind("Screen") },
      { name: "Actions", options: ofKind("Action") },
      { name: "On this screen", options: ofKind("Here") },
      {
        name: "People",
        options: people.map((person) => optionOf(person, me)),
      },
      {
        name: "Questions",
        options: questions.map(({ _id, title, distributionTag }) => ({
          key: _id,
          name: title,
          hint: <TagBadge tag={distributionTag} />,
          isFound: true as const,
          to: `/assignments/${_id}`,
        })),
      },
      {
        name: "Doubts",
        options: doubts.map((
          { _id, assignment, student, doubtText, currentStatus, mergedInto },
        ) => ({
          key: _id,
          name: shorten(plainText(doubtText), TEXT_MOST),
          hint: `${statusText(currentStatus, me)} · ${student.name}, ${assignment.title}`,
          isFound: true as const,
          // A duplicate leads to the thread that goes on.
          to: `/doubts/${mergedInto ?? _id}`,
        })),
      },
    ];
    return groups.filter(({ options }) => options.length > 0);
  }, [me, here, text, found]);
}

/** The longest beginning of a doubt that is shown, in characters. */
const TEXT_MOST = 90;

/** Leads to the screen about a person: a learner's page, the account, or a message to them. */
function optionOf(person: PaletteResults["people"][number], me: Actor): Option {
  const { _id, name, role, email } = person;
  const option = { key: _id, name, hint: email ?? role, isFound: true as const };
  if (_id === me._id) return { ...option, to: "/profile" };
  if (isStaff(me) && !isStaff(person)) return { ...option, to: `/students/${_id}` };
  if (me.role === "admin") return { ...option, to: `/users?name=${encodeURIComponent(name)}` };
  const to = `${isStaff(me) ? "/mentor" : "/dashboard"}?panel=message`;
  return { ...option, to, before: () => addressMessage({ _id, name }) };
}
