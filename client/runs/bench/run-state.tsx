/** Runs of a program in this browser, as state of the component that shows them. */
import { useCallback, useEffect, useRef, useState } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import type { Stream } from "../../../server/languages/program_messages.ts";
import * as sandbox from "../../languages/sandbox.ts";
import {
  type CaseResult,
  type Diagnostic,
  type RunResult,
  type RunSettings,
  SOURCE_MOST,
  STACK_USED_UP,
} from "../../../server/languages/types.ts";
import { callFault, type CaseInput, type GivenCase } from "../../../server/languages/calls.ts";
import { languageOf } from "../../../server/languages/languages.ts";

/** The most characters of output that a view shows: its end. */
const SHOWN_MOST = 20_000;

export interface ConsoleText {
  stream: Stream | "typed";
  text: string;
}

/** The output so far, cut at its beginning. */
export interface Output {
  parts: readonly ConsoleText[];
  length: number;
  /** How many characters were left out. */
  dropped: number;
}
const NO_OUTPUT: Output = { parts: [], length: 0, dropped: 0 };

/** Adds text, and drops the oldest where it becomes too much. */
function addOutput(output: Output, stream: ConsoleText["stream"], text: string): Output {
  const last = output.parts.at(-1);
  const parts = last?.stream === stream
    ? [...output.parts.slice(0, -1), { stream, text: last.text + text }]
    : [...output.parts, { stream, text }];
  let { dropped } = output;
  let length = output.length + text.length;
  while (length > SHOWN_MOST) {
    const [first] = parts;
    if (first === undefined) break;
    const cut = Math.min(first.text.length, length - SHOWN_MOST);
    if (cut === first.text.length) parts.shift();
    else parts[0] = { ...first, text: first.text.slice(cut) };
    length -= cut;
    dropped += cut;
  }
  return { parts, length, dropped };
}

export type Phase = "idle" | "compiling" | "running" | "done" | "stopped" | "failed";

interface Common {
  phase: Phase;
  /** The program that this is about. */
  source: string;
  diagnostics: readonly Diagnostic[];
  compiled: boolean;
  /** A sentence on why there is no result. */
  problem: string;
  /** The device is to blame for that, so the server may do better. */
  isDevice: boolean;
}

const NOTHING: Common = {
  phase: "idle",
  source: "",
  diagnostics: [],
  compiled: true,
  problem: "",
  isDevice: false,
};

export const isBusy = ({ phase }: Pick<Common, "phase">): boolean =>
  phase === "compiling" || phase === "running";

const afterCompiling = (diagnostics: readonly Diagnostic[]) => ({
  phase: "running" as const,
  diagnostics,
  compiled: diagnostics.every(({ severity }) => severity !== "error"),
});

const TOO_LONG = `A program of more than ${SOURCE_MOST / 1024} KB cannot be run.`;
const EMPTY = "There is no program yet.";

/** Returns why this text cannot be run, or null. */
export function whyNot(source: string): string | null {
  if (source.trim() === "") return EMPTY;
  return new TextEncoder().encode(source).length > SOURCE_MOST ? TOO_LONG : null;
}

/** Returns what an error says of a run without a result. */
export const failureOf = (error: unknown): Pick<Common, "phase" | "problem" | "isDevice"> =>
  error instanceof sandbox.RunStopped
    ? { phase: "stopped", problem: "Stopped.", isDevice: false }
    : {
      phase: "failed",
      problem: error instanceof Error ? error.message : String(error),
      isDevice: error instanceof sandbox.DeviceFailed,
    };

export interface CasesState extends Common {
  cases: readonly GivenCase[];
  results: readonly (CaseResult | undefined)[];
  /** The output so far of the case that runs now. */
  output: Output;
  result: RunResult | null;
}

/** Whether the server may do better than this browser, which has less stack. */
export const mayServerDoBetter = ({ isDevice, results }: CasesState): boolean =>
  isDevice || results.some((one) => one?.sentence?.includes(STACK_USED_UP));

const textOf = (cases: readonly GivenCase[]): string =>
  JSON.stringify(cases.map(({ input, call, output }) => [input, call, output]));
const areSame = (some: readonly GivenCase[], others: readonly GivenCase[]): boolean =>
  some === others || textOf(some) === textOf(others);

const CHANGED = "The question's cases have changed. Run it again.";

/** The newest run of a component, which is stopped before the next one, and with the component. */
function useNewest<S extends Common, Result>(none: S) {
  const [state, setState] = useState(none);
  const current = useRef<sandbox.Running<Result> | null>(null);
  const stop = useCallback(() => current.current?.stop(), []);
  useEffect(() => stop, [stop]);
  const change = useCallback((part: Partial<S>) => setState((now) => ({ ...now, ...part })), []);
  /** Shows the end of a run, unless there is a newer one. Returns null if it has no result. */
  const follow = useCallback(
    async (
      mine: sandbox.Running<Result>,
      show: (result: Result) => Partial<S>,
    ): Promise<Result | null> => {
      current.current = mine;
      const [result, end] = await mine.done.then(
        (result) => [result, show(result)] as const,
        (error) => [null, failureOf(error) as Partial<S>] as const,
      );
      if (current.current !== mine) return null;
      change(end);
      return result;
    },
    [],
  );
  return { state, setState, change, current, stop, follow };
}

/** Runs a program on a question's cases. A result on cases that have changed since is not shown. */
export function useCases(cases: readonly GivenCase[], settings: RunSettings) {
  const newest = useNewest<CasesState, RunResult>(NO_CASES);
  const { state, setState, change, current, stop, follow } = newest;
  const isOld = state.phase !== "idle" && !areSame(state.cases, cases);
  useEffect(() => isOld ? stop() : undefined, [isOld, stop]);
  const latest = useLatest(cases);
  const run = useCallback(async (source: string): Promise<RunResult | null> => {
    stop();
    const problem = whyNot(source);
    if (problem !== null) {
      setState({ ...NO_CASES, phase: "failed", problem, cases });
      return null;
    }
    setState({ ...NO_CASES, phase: "compiling", source, cases });
    const mine = sandbox.runCases({ source, settings, cases: [...cases] }, {
      onCompiled: (diagnostics) => change(afterCompiling(diagnostics)),
      onOutput: (_, stream, text) =>
        setState((now) => ({ ...now, output: addOutput(now.output, stream, text) })),
      onCase: (place, result) =>
        setState((now) => ({
          ...now,
          results: Object.assign([...now.results], { [place]: result }),
          output: NO_OUTPUT,
        })),
    });
    return await follow(mine, shownOf);
  }, [cases, settings, stop]);
  const show = useCallback((source: string, result: RunResult) => {
    stop();
    current.current = null;
    const isOld = result.compiled && result.cases.length !== latest.current.length;
    const cases = isOld ? [] : latest.current;
    setState({ ...NO_CASES, source, cases, ...shownOf(result) });
  }, [stop]);
  const shown: CasesState = isOld ? { ...NO_CASES, phase: "failed", problem: CHANGED } : state;
  return { state: shown, run, stop, show };
}

const shownOf = (result: RunResult) => {
  const { diagnostics, compiled, cases: results } = result;
  return { phase: "done" as const, diagnostics, compiled, results, result };
};

const NO_CASES: CasesState = {
  ...NOTHING,
  cases: [],
  results: [],
  output: NO_OUTPUT,
  result: null,
};

export interface TalkState extends Common {
  output: Output;
  /** The program waits for a line. */
  isAsking: boolean;
  /** What it was given at its start, and what was typed since. */
  input: string;
  typed: string;
  result: CaseResult | null;
}

const NO_TALK: TalkState = {
  ...NOTHING,
  output: NO_OUTPUT,
  isAsking: false,
  input: "",
  typed: "",
  result: null,
};

/** Why a person's own call cannot be made: a sentence. */
export const ownCallFault = (call: string | undefined, settings: RunSettings): string | null =>
  call === undefined ? null : callFault(call, [languageOf(settings)]);

/** Runs a program on the person's own input or call; while it waits, they can type to it. */
export function useTalk(settings: RunSettings) {
  const newest = useNewest<TalkState, CaseResult | null>(NO_TALK);
  const { state, setState, change, stop, follow } = newest;
  const current = useRef<sandbox.InteractiveRun>(null);
  const run = useCallback(
    async (source: string, { input = "", call }: CaseInput): Promise<void> => {
      stop();
      const problem = whyNot(source) ?? ownCallFault(call, settings);
      if (problem !== null) return setState({ ...NO_TALK, phase: "failed", problem });
      setState({ ...NO_TALK, phase: "compiling", source, input });
      const mine = sandbox.runInteractive({ source, settings, input, call }, {
        onCompiled: (diagnostics) => change(afterCompiling(diagnostics)),
        onOutput: (stream, text) =>
          setState((now) => ({ ...now, output: addOutput(now.output, stream, text) })),
        onAsks: () => change({ isAsking: true }),
      });
      current.current = mine;
      await follow(mine, (result) => ({ phase: "done", compiled: result !== null, result }));
    },
    [settings, stop],
  );
  const type = useCallback((line: string) => {
    setState((now) => ({
      ...now,
      isAsking: false,
      typed: `${now.typed}${line}\n`,
      output: addOutput(now.output, "typed", `${line}\n`),
    }));
    current.current?.type(line);
  }, []);
  const endInput = useCallback(() => {
    change({ isAsking: false });
    current.current?.endInput();
  }, []);
  return { state, run, stop, type, endInput };
}
