/** Two people who step through one program: where both stand, and who leads. */
import Users from "../../kit/ui/icon.tsx?users";
import type { ShownCase } from "../bench/case-detail.tsx";
import { useKeys } from "../step-view/controls.tsx";
import { readQuery } from "./addresses.tsx";
import { findCase, markOf } from "./step-queries.tsx";
import { Button } from "../../kit/ui/button.tsx";

/** Where a person stands, as it is sent to the other. */
export interface Position {
  /** Whoever took the lead last has the highest. */
  turn: number;
  /** The mark of the program. */
  program: string;
  /** The step and its input; "" for an input that the other may not have, or that is too long. */
  query: string;
}

export interface Along {
  /** The other's name. */
  name: string;
  /** Null where the person does not step through the program. */
  mine: Position | null;
  other: Position | null;
  /** Of two equal turns, this one leads. */
  isFirst: boolean;
  /** Must be stable. */
  set: (mine: Position | null) => void;
}

const TURN_MOST = 2 ** 31;
const MARK_MOST = 10;
const QUERY_MOST = 1000;

/** Reads what the other side sent; null if it is no standing. */
export function readStanding(sent: unknown): Position | null {
  const { turn, program, query } = Object(sent) as Record<keyof Position, unknown>;
  const isTurn = typeof turn === "number" && Number.isInteger(turn) && turn >= 0 &&
    turn < TURN_MOST;
  const isText = (one: unknown, most: number) => typeof one === "string" && one.length <= most;
  if (!isTurn || !isText(program, MARK_MOST) || !isText(query, QUERY_MOST)) return null;
  return { turn, program: String(program), query: String(query) };
}

/** Returns where the other stands if the other leads, otherwise null. */
export function leaderOf({ mine, other, isFirst }: Along): Position | null {
  if (other === null || mine === null) return other;
  return other.turn > mine.turn || (other.turn === mine.turn && !isFirst) ? other : null;
}

export type LeaderStep = { at: number | null; input: string; step: number } | { problem: string };

/** Returns the input and the step at which the other leads; null if the other does not lead. */
export function followed(
  along: Along,
  { source, cases, input }: { source: string; cases: readonly ShownCase[]; input: string | null },
): LeaderStep | null {
  const leader = leaderOf(along);
  if (leader === null) return null;
  const { name } = along;
  if (leader.program !== markOf(source)) {
    return { problem: `The program has changed since ${name} began to step through it.` };
  }
  const place = readQuery(leader.query);
  if (place === null) {
    return { problem: `${name} is on a hidden case or a long input, which is not shared.` };
  }
  const { step, given } = place;
  if ("input" in given) return { at: null, input: given.input, step };
  const at = findCase(cases, given);
  if (at === null) return { problem: `${name} has another version of the question's cases.` };
  return { at, input: input ?? "", step };
}

/** Who leads, and the button that takes the lead. */
export function Lead({ along, onLead }: { along: Along; onLead: () => void }) {
  const { name, other } = along;
  const isLed = leaderOf(along) !== null;
  useKeys((key) => key === "l" && isLed ? onLead : null);
  if (other === null) return <p className="text-sm text-muted">{name} is not here.</p>;
  return (
    <div className="flex items-center gap-2 text-sm">
      <Users aria-hidden className="size-4 shrink-0" />
      <p role="status" className="font-semibold">
        {isLed ? `${name} leads.` : `You lead ${name}.`}
      </p>
      {isLed && (
        <Button className="btn-sm" aria-keyshortcuts="l" onClick={onLead}>
          Take the lead <kbd aria-hidden className="kbd kbd-sm max-lg:hidden">l</kbd>
        </Button>
      )}
    </div>
  );
}
