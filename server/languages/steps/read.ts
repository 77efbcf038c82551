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
import { LINE_MOST } from "../program_files.ts";
import { BYTES_MOST, StepBounds, STEPS_MOST } from "./bounds.ts";
import type { Box, Call, Step, Trace, Variable } from "./trace.ts";
import { ADDRESS_MOST, addressOf, Cursor, readValue, Unreadable } from "./values.ts";

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

interface CallState {
  id: number;
  name: string;
  line: number;
  /** How many variables are outside it. */
  base: number;
}
/** `at` is where the value stands in the bytes; -1 before it has any. */
interface VariableState {
  name: string;
  address: number;
  at: number;
}
interface BoxState {
  address: number;
  at: number;
}
/** Its objects do not change, so that a copy of the lists is a copy of the state. */
interface State {
  calls: CallState[];
  variables: VariableState[];
  boxes: BoxState[];
}
interface Changes {
  calls: number;
  variables: Set<number>;
  boxes: Set<number>;
}

export interface ReadOptions extends Pick<Trace, "level" | "output"> {
  /** What else ended the recording than the bounds of steps and bytes. */
  limit?: Trace["limit"];
}

/** @throws Unreadable */
export const readSteps = (records: StepRecord[], options: ReadOptions): Trace =>
  new Steps(records).trace(options);

class Steps {
  readonly #bytes: Uint8Array;
  readonly #starts: number[] = [];
  readonly #printed: number[];
  readonly #read: number[];
  readonly #lines: Int32Array;
  readonly #kept: State[] = [];
  readonly #limit: Trace["limit"];

  constructor(records: StepRecord[]) {
    const size = records.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const isAll = records.length <= STEPS_MOST && size <= BYTES_MOST;
    if (!isAll) throw new Unreadable();
    const bounds = new StepBounds();
    for (const { bytes } of records) bounds.count(bytes);
    this.#limit = bounds.limit;
    this.#bytes = new Uint8Array(size);
    this.#printed = records.map(({ printed }) => printed);
    this.#read = records.map(({ read }) => read);
    this.#lines = new Int32Array(records.length);
    let at = 0;
    for (const { bytes } of records) {
      this.#bytes.set(bytes, at);
      this.#starts.push(at);
      at += bytes.length;
    }
    this.#starts.push(at);
    this.#check();
  }

  trace({ level, output, limit: other = null }: ReadOptions): Trace {
    const count = this.#lines.length;
    const limit = this.#limit ?? other;
    return {
      count,
      lines: this.#lines,
      level,
      limit,
      output,
      at: (index) => this.#at(index),
    };
  }

  /** Reads all steps once, and keeps the state before every 64th. */
  #check(): void {
    const state: State = { calls: [], variables: [], boxes: [] };
    for (let index = 0; index < this.#lines.length; index++) {
      if (index % EVERY === 0) this.#kept.push(copy(state));
      const cursor = this.#cursor(index);
      this.#lines[index] = apply(state, { cursor, index }).line;
      if (cursor.at !== cursor.to) throw new Unreadable();
    }
  }

  #cursor(index: number): Cursor {
    return new Cursor(this.#bytes, this.#starts[index] ?? 0, this.#starts[index + 1] ?? 0);
  }
  #at(index: number): Step {
    if (!Number.isInteger(index) || index < 0 || index >= this.#lines.length) {
      throw new RangeError(`There is no step ${index}.`);
    }
    const state = copy(
      this.#kept[Math.floor(index / EVERY)] ?? { calls: [], variables: [], boxes: [] },
    );
    let changes: Changes | undefined;
    for (let at = index - index % EVERY; at <= index; at++) {
      ({ changes } = apply(state, { cursor: this.#cursor(at), index: at }));
    }
    return {
      line: this.#lines[index] ?? 0,
      before: index === 0 ? null : this.#lines[index - 1] ?? null,
      calls: this.#calls(state, changes),
      boxes: state.boxes.map((box) => this.#box(box, changes)),
      printed: this.#printed[index] ?? 0,
      read: this.#read[index] ?? 0,
    };
  }

  #calls({ calls, variables }: State, changes: Changes | undefined): Call[] {
    return calls.map(({ id, name, line, base }, at) => {
      const own = variables.slice(base, calls[at + 1]?.base ?? variables.length);
      return {
        id,
        name,
        line,
        variables: own.map((one, index): Variable => ({
          name: one.name,
          value: this.#value(one.at),
          isChanged: at < (changes?.calls ?? 0) && (changes?.variables.has(base + index) ?? false),
          address: one.address === 0 ? null : addressOf(one.address),
        })),
      };
    }).filter(({ name, line, variables }) => name !== "" || line > 0 || variables.length > 0);
  }

  #box({ address, at }: BoxState, changes: Changes | undefined): Box {
    return {
      address: addressOf(address),
      value: this.#value(at),
      isChanged: changes?.boxes.has(address) ?? false,
    };
  }

  #value(at: number) {
    return at < 0
      ? { kind: "hidden" } as const
      : readValue(new Cursor(this.#bytes, at, this.#bytes.length));
  }
}

const copy = ({ calls, variables, boxes }: State): State => ({
  calls: [...calls],
  variables: [...variables],
  boxes: [...boxes],
});

/** Changes a state to that of the next step, whose number is `index`. */
function apply(
  state: State,
  { cursor, index: step }: { cursor: Cursor; index: number },
): { line: number; changes: Changes } {
  const line = cursor.number(LINE_MOST);
  const stay = cursor.number(state.calls.length);
  const changes: Changes = { calls: stay, variables: new Set(), boxes: new Set() };
  state.calls.length = stay;
  for (let left = cursor.number(VARIABLES_MOST - stay); left > 0; left--) {
    const id = step * VARIABLES_MOST + state.calls.length;
    state.calls.push({ id, name: cursor.word(), base: cursor.number(VARIABLES_MOST), line: 0 });
  }
  const innermost = state.calls.at(-1);
  if (innermost) state.calls[state.calls.length - 1] = { ...innermost, line };
  state.variables.length = cursor.number(state.variables.length);
  for (let left = cursor.number(VARIABLES_MOST - state.variables.length); left > 0; left--) {
    state.variables.push({ name: cursor.word(), address: cursor.number(ADDRESS_MOST), at: -1 });
  }
  for (
    let index = cursor.number(VARIABLES_MOST);
    index > 0;
    index = cursor.number(VARIABLES_MOST)
  ) {
    const variable = state.variables[index - 1];
    if (!variable) throw new Unreadable();
    state.variables[index - 1] = { ...variable, at: cursor.at };
    changes.variables.add(index - 1);
    readValue(cursor);
  }
  if (cursor.number(1) === 1) changeBoxes(state, cursor, changes);
  return { line, changes };
}

function changeBoxes(state: State, cursor: Cursor, changes: Changes): void {
  const before = new Map(state.boxes.map((box) => [box.address, box]));
  state.boxes = [];
  for (let address = next(cursor); address > 0; address = next(cursor)) {
    if (state.boxes.length === BOXES_MOST) throw new Unreadable();
    if (cursor.number(1) === 1) {
      state.boxes.push({ address, at: cursor.at });
      changes.boxes.add(address);
      readValue(cursor);
      continue;
    }
    const box = before.get(address);
    if (!box) throw new Unreadable();
    state.boxes.push(box);
  }
}

const next = (cursor: Cursor): number => cursor.number(ADDRESS_MOST);
