/** Structured logs on standard output: never a token, code, password, query or body. */
import { type DestinationStream, pino } from "pino";

export type Log = {
  debug(what: object, msg: string): void;
  info(what: object, msg: string): void;
  warn(what: object, msg: string): void;
  error(what: object, msg: string): void;
};

/** @param to standard output, unless a test listens */
export function createLog(level: string, to?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: faultOf },
  };
  return pino(options, to ?? standardOutput());
}

/** What a log that cannot be written holds back at most, in characters; what comes then is lost. */
const HELD_BACK = 1024 * 1024;

/** A full disk under the log must fail no request: its lines wait until there is room again. */
function standardOutput(): DestinationStream {
  const to = pino.destination({ sync: true, maxLength: HELD_BACK });
  to.on("error", () => {});
  return to;
}

/**
 * What went wrong, for the log. The database's own words and drizzle's have the statement and its
 * values in them, and so whatever somebody sent: of those only the names are kept.
 */
export function faultOf(error: unknown): unknown {
  if (typeof error === "string") return error.includes("Failed query") ? "a query failed" : error;
  if (!(error instanceof Error)) return typeof error;
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
    ...(error.cause !== undefined && { cause: faultOf(error.cause) }),
  };
}
