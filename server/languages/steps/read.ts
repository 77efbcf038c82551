/**
 * Reads the steps of a traced program. Each is a difference to the step before:
 *
 *     line, calls that stay, calls that are new: [name, number of variables outside it]…,
 *     variables that stay, variables that are new: [name, address]…,
 *     values that changed: [number of the variable + 1, value]…, 0,
 *     0 if the boxes are the same, else 1, [address, 0 | 1 value]…, 0
 *
 * Numbers are LEB128. The variables of all calls stand one after the other. A program can write what
 * it likes: everything is checked, and nothing that it writes costs more than its bytes.
 */
import { Cursor, Unreadable } from "../bytes.ts";
import { LINE_MOST } from "../program_files.ts";
import { BYTES_MOST, StepBounds, STEPS_MOST } from "./bounds.ts";
import type { Call, Step, Trace, ValueText, Variable } from "./trace.ts";
import { ADDRESS_MOST, addressOf, readValue, wordIn } from "./values.ts";

/** One step as the program's host took it. */
export interface StepRecord {
  bytes: Uint8Array;
  /** How many bytes the program had printed to its standard output. */
  printed: number;
  /** How many bytes of its input it had read. */
  read: number;
}

const VARIABLES_MOST = 20_000;
const BOXES_MOST = 1000;
/** So many steps are made from the state that is kept before them. */
const EVERY = 64;

/** A value, and the step that set it. */
interface ValueAt {
  value: ValueText;
  at: number;
}
/** Its objects do not change, so that a copy of the lists is a copy of the state. */
interface State {
  /** `base`: how many variables are outside it. */
  calls: (Omit<Call, "variables"> & { base: number })[];
  variables: (Pick<Variable, "name" | "address"> & ValueAt)[];
  /** By their addresses, in order. */
  boxes: ReadonlyMap<number, ValueAt>;
  /** How many calls are those of the step before. */
  stay: number;
}
const NOTHING: State = { calls: [], variables: [], boxes: new Map(), stay: 0 };
const UNSEEN: ValueAt = { value: { kind: "hidden" }, at: -1 };

interface ReadOptions extends Pick<Trace, "level" | "output"> {
  /** What else ended the recording than the bounds of steps and bytes. */
  limit?: Trace["limit"];
}

/** @throws Unreadable */
export function readSteps(
  records: readonly StepRecord[],
  { level, output, limit = null }: ReadOptions,
): Trace {
  const size = records.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (records.length > STEPS_MOST || size > BYTES_MOST) throw new Unreadable();
  const bounds = new StepBounds();
  const lines = new Int32Array(records.length);
  /** The states before every 64th step. */
  const kept: State[] = [];
  const state = copy(NOTHING);
  for (const [index, { bytes }] of records.entries()) {
    bounds.count(bytes);
    if (index % EVERY === 0) kept.push(copy(state));
    lines[index] = apply(state, bytes, index);
  }
  return {
    count: records.length,
    lines,
    level,
    limit: bounds.limit ?? limit,
    output,
    at(index): Step {
      const record = records[index];
      if (!record) throw new RangeError(`There is no step ${index}.`);
      const from = index - index % EVERY;
      const state = copy(kept[from / EVERY] ?? NOTHING);
      for (const [at, { bytes }] of records.slice(from, index + 1).entries()) {
        apply(state, bytes, from + at);
      }
      const { printed, read } = record;
      return {
        line: lines[index] ?? 0,
        before: lines[index - 1] ?? null,
        calls: callsOf(state, index),
        boxes: [...state.boxes].map(([address, { value, at }]) => ({
          address: addressOf(address),
          value,
          isChanged: at === index,
        })),
        printed,
        read,
      };
    },
  };
}

const copy = ({ calls, variables, ...rest }: State): State => ({
  ...rest,
  calls: [...calls],
  variables: [...variables],
});

function callsOf({ calls, variables, stay }: State, step: number): Call[] {
  return calls.map(({ base, ...call }, place) => ({
    ...call,
    variables: variables.slice(base, calls[place + 1]?.base).map(({ at, ...one }) => ({
      ...one,
      isChanged: place < stay && at === step,
    })),
  })).filter(({ name, line, variables }) => name !== "" || line > 0 || variables.length > 0);
}

/** Changes a state to that of the next step, whose number is `step`. @returns its line */
function apply(state: State, bytes: Uint8Array, step: number): number {
  const cursor = new Cursor(bytes);
  const { calls, variables } = state;
  const line = cursor.number(LINE_MOST);
  const stay = state.stay = cursor.number(calls.length);
  calls.length = stay;
  for (let left = cursor.number(VARIABLES_MOST - stay); left > 0; left--) {
    const id = step * VARIABLES_MOST + calls.length;
    calls.push({ id, name: wordIn(cursor), base: cursor.number(VARIABLES_MOST), line: 0 });
  }
  const innermost = calls.at(-1);
  if (innermost) calls[calls.length - 1] = { ...innermost, line };
  variables.length = cursor.number(variables.length);
  for (let left = cursor.number(VARIABLES_MOST - variables.length); left > 0; left--) {
    const [name, address] = [wordIn(cursor), cursor.number(ADDRESS_MOST)];
    variables.push({ name, address: address === 0 ? null : addressOf(address), ...UNSEEN });
  }
  for (let place; (place = cursor.number(VARIABLES_MOST)) > 0;) {
    const variable = variables[place - 1];
    if (!variable) throw new Unreadable();
    variables[place - 1] = { ...variable, value: readValue(cursor), at: step };
  }
  if (cursor.number(1) === 1) state.boxes = boxesIn(cursor, state.boxes, step);
  if (!cursor.isAtEnd) throw new Unreadable();
  return line;
}

function boxesIn(cursor: Cursor, before: State["boxes"], step: number): State["boxes"] {
  const boxes = new Map<number, ValueAt>();
  for (let address; (address = cursor.number(ADDRESS_MOST)) > 0;) {
    if (boxes.size === BOXES_MOST) throw new Unreadable();
    const hasValue = cursor.number(1) === 1;
    const box = hasValue ? { value: readValue(cursor), at: step } : before.get(address);
    if (!box) throw new Unreadable();
    boxes.set(address, box);
  }
  return boxes;
}
