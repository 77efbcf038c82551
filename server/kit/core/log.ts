/** Structured logs on standard output, without tokens, codes, passwords, queries or bodies. */
import { type DestinationStream, pino } from "pino";
import { codeOf, isLost } from "./error_codes.ts";

export type Log = {
  debug(what: object, msg: string): void;
  info(what: object, msg: string): void;
  warn(what: object, msg: string): void;
  error(what: object, msg: string): void;
};

type Where = {
  /** Standard output, unless a test listens. */
  to?: DestinationStream;
  /** Writes lines of text, with times of this zone, instead of JSON. */
  textIn?: string | null;
};

export function createLog(
  level: string,
  { to = standardOutput(), textIn = null }: Where = {},
): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: loggableError },
  };
  if (textIn === null) return pino(options, to);
  const times = new Intl.DateTimeFormat("sv-SE", {
    ...{ dateStyle: "short", timeStyle: "medium", timeZone: textIn },
  });
  return pino(options, { write: (line) => to.write(textOf(JSON.parse(line), times)) });
}

type Line = { level: number; time: string; msg: string };
type RequestLine = { method: string; route: string; status: number; ms: number; code?: string };

/** One line: "2026-11-30 10:42:07 PUT /api/doubts/:id/reply 409, 12.3 ms, doubt.resolved". */
function textOf({ level, time, msg, ...more }: Line, times: Intl.DateTimeFormat): string {
  const { method, route, status, ms, code } = more as unknown as RequestLine;
  const text = msg === "request"
    ? `${method} ${route} ${[status, `${ms} ms`, ...(code ? [code] : [])].join(", ")}`
    : Object.keys(more).length > 0
    ? `${msg} ${JSON.stringify(more)}`
    : msg;
  const label = pino.levels.labels[level] ?? "";
  const loud = label === "info" || label === "debug" ? "" : `${label.toUpperCase()} `;
  return `${times.format(new Date(time))} ${loud}${text}\n`;
}

/** The most characters that are kept while the log cannot be written. Further lines are lost. */
const HELD_BACK = 1024 * 1024;

/** A full disk under the log must not fail requests: lines wait until there is room again. */
function standardOutput(): DestinationStream {
  const to = pino.destination({ sync: true, maxLength: HELD_BACK });
  to.on("error", () => {});
  return to;
}

/** Messages of the database and of drizzle contain values, so only their names are logged. */
function loggableError(error: unknown): unknown {
  if (typeof error === "string") return error.includes("Failed query") ? "a query failed" : error;
  if (!(error instanceof Error)) return typeof error;
  // Whichever call meets a lost connection is not at fault.
  if (isLost(error)) return { name: error.name, code: codeOf(error) };
  const { code, table_name, constraint_name, routine } = error as unknown as Record<
    string,
    unknown
  >;
  const isDatabase = "query" in error || routine !== undefined;
  return {
    name: error.name,
    code,
    table: table_name,
    constraint: constraint_name,
    routine,
    ...(!isDatabase && { msg: error.message }),
    at: error.stack?.split("\n").filter((line) => /^\s+at /.test(line)).map((line) => line.trim())
      .slice(0, 8),
    ...(error.cause !== undefined && { cause: loggableError(error.cause) }),
  };
}
