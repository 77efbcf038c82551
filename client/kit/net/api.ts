/** Calls to the server, typed from its routes. Every refusal is an error with a sentence. */
import type { Failure } from "../../../server/kit/core/schema.ts";
import { clientOf } from "./http-client.ts";
import { noteTime } from "./class-day.ts";
import { logStart, noteReply } from "./event-log.ts";
import { expireSession, sessionAtom } from "./session.ts";
import { fetchAgain, noteReplied } from "./socket.ts";
import { store } from "./store.ts";

export function asker(): Record<string, string> {
  const token = store.get(sessionAtom)?.token;
  return token === undefined ? {} : { "x-auth-token": token };
}

export const api = clientOf("/api", asker);

/** The data of a response, which includes every event up to a position in the log. */
export interface Reply<T> {
  data: T;
  seq: number;
}

const UNREACHABLE = "The server cannot be reached. Please check your connection.";

/** A failed call. `status` is 0 when no response came. */
export class CallError extends Error {
  override name = "CallError";

  constructor(
    readonly status: number,
    readonly body: Failure & Record<string, unknown>,
    readonly retryAfter: number | null = null,
    /** The position in the log up to which the body is current; 0 if it is not said. */
    readonly seq = 0,
  ) {
    super(body.msg);
  }

  get code(): string {
    return this.body.code;
  }

  get errors(): Record<string, string> {
    return this.body.errors ?? {};
  }

  /** Whether a retry may succeed: no server has refused the request itself. */
  get isPassing(): boolean {
    return [0, 408, 429, 502, 503, 504].includes(this.status);
  }
}

/** The part of a response that is used here. The client types `json` by the route. */
interface Answer<T> {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<T>;
}

/** The data type of the successful responses. */
type Success<R> = R extends { ok: false } ? never
  : R extends { json(): Promise<infer T> } ? T
  : never;

/** @param read reads the body of a successful response; without it, the body is JSON */
export async function call<R extends Answer<unknown>, T = Success<R>>(
  request: Promise<R>,
  read: (answer: R) => Promise<T> = (answer) => answer.json() as Promise<T>,
): Promise<Reply<T>> {
  const asker = store.get(sessionAtom);
  const begun = logStart();
  const answer = await request.catch((error: unknown) => {
    if (isAbort(error)) throw error;
    throw unreached();
  });
  const now = store.get(sessionAtom);
  const isRefused = answer.status === 401;
  if (isRefused && (now === null || now.token === asker?.token)) expireSession();
  // The session has changed during the request, so the response belongs to another session.
  else if (isRefused || now?.user._id !== asker?.user._id) {
    throw new DOMException("The session has changed.", "AbortError");
  }
  if (!answer.ok) throw await failure(answer);
  noteTime(answer.headers);
  if (answer.headers.has("date")) noteReplied();
  const seq = Number(answer.headers.get("x-seq"));
  if (noteReply(seq, begun)) fetchAgain();
  const data = await read(answer).catch((error: unknown) => {
    // The body was cut off, or did not come before the timeout.
    throw error instanceof SyntaxError || isAbort(error) ? error : unreached();
  });
  return { data, seq };
}

/** The options of a call that takes effect once, however often it is sent with this key. */
export const once = (key: string) => ({ headers: { "Idempotency-Key": key } });

/**
 * Makes a call and stores its reply. If it is refused because there is a newer version, that is
 * stored, so that the form can offer it.
 * @param forget is called if what the call is about is gone (404): somebody else has deleted it
 * @throws CallError
 */
export async function callAndStore<R extends Answer<unknown>>(
  request: Promise<R>,
  storeReply: (reply: Reply<Success<R>>) => void,
  forget?: () => void,
): Promise<Success<R>> {
  try {
    const reply = await call(request);
    storeReply(reply);
    return reply.data;
  } catch (error) {
    const current = error instanceof CallError ? error.body.current : undefined;
    if (current !== undefined) {
      storeReply({ data: current as Success<R>, seq: (error as CallError).seq });
    }
    if (error instanceof CallError && error.status === 404) forget?.();
    throw error;
  }
}

/** Makes a call that removes something. It may be gone already: somebody else was first. */
export async function callToRemove(request: Promise<Answer<unknown>>): Promise<void> {
  try {
    await call(request);
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
  }
}

/** Whether the same request may succeed later: no server has refused it. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof CallError) || error.isPassing;

export const unreached = () => new CallError(0, { msg: UNREACHABLE, code: "unreachable" });

export async function failure(answer: Answer<unknown>): Promise<CallError> {
  const body = await answer.json().catch(() => null) as Failure & Record<string, unknown> | null;
  const after = Number(answer.headers.get("retry-after") ?? NaN);
  return new CallError(
    answer.status,
    body?.msg === undefined
      ? { msg: `The server answered with an error (${answer.status}).`, code: "unknown" }
      : body,
    Number.isFinite(after) ? after : null,
    Number(answer.headers.get("x-seq")),
  );
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** The server's sentence, or the screen's own; without one, that of the cause. */
export function errorText(error: unknown, otherwise?: string): string {
  const isSaid = error instanceof CallError && error.status !== 0 && error.code !== "unknown";
  if (isSaid || otherwise === undefined && error instanceof CallError) return error.message;
  return otherwise ?? "This could not be done. Please try again.";
}
