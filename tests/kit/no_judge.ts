/** The judge of a server whose test runs no programs. */
import type { Judge } from "../../server/languages/judge/judge.ts";

/** A server that takes no programs: they wait. Starting a real judge takes seconds. */
export const takesNone: Judge = {
  atOnce: 0,
  run: () => Promise.reject(new Error("this server takes no programs")),
  stop: () => Promise.resolve(),
};
