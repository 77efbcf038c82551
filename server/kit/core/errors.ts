/** Expected failures, each with one sentence for the person: what could not be done, and why. */
import type { ContentfulStatusCode } from "hono/utils/http-status";

export type Details = {
  /** Field → sentence, on a 400. */
  errors?: Record<string, string>;
  /** Seconds, for 429 and 503. */
  retryAfter?: number;
  /** Further members of the reply: `current`, `by`, `until`. */
  more?: Record<string, unknown>;
};

/** An expected refusal. Every other thrown error is a fault, and the reply is a plain 500. */
export class Refusal extends Error {
  override name = "Refusal";
  constructor(
    readonly status: ContentfulStatusCode,
    readonly code: string,
    msg: string,
    readonly details: Details = {},
  ) {
    super(msg);
  }

  body(): Record<string, unknown> {
    const { errors, more } = this.details;
    return { msg: this.message, code: this.code, ...(errors && { errors }), ...more };
  }
}

/** A setting that cannot work. It ends the start with one sentence. */
export class SettingsError extends Error {
  override name = "SettingsError";
}

export const notFound = (what: string): Refusal =>
  new Refusal(404, "not-found", `${what} does not exist, or you may not see it.`);

export const forbidden = (msg = "Your role may not do this."): Refusal =>
  new Refusal(403, "forbidden", msg);

export const badField = (field: string, sentence: string, code = "invalid"): Refusal =>
  new Refusal(400, code, sentence, { errors: { [field]: sentence } });

/** It does not fit what is there now. @param more further members of the reply */
export const conflict = (code: string, msg: string, more: Record<string, unknown> = {}): Refusal =>
  new Refusal(409, code, msg, { more });

/** The write is based on an old version. Nothing was written. */
export const stale = (current: unknown): Refusal =>
  conflict("stale", "Somebody changed this in the meantime. Look at it again.", { current });
