/** Structured logs on standard output: never a token, code, password or body. */
import { pino } from "pino";

export type Log = {
  debug(what: object, msg: string): void;
  info(what: object, msg: string): void;
  warn(what: object, msg: string): void;
  error(what: object, msg: string): void;
};

export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
