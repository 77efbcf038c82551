/** Calls to the server: typed from its routes, every refusal an error with a sentence. */
import type { Failure } from "../../server/kit/schema.ts";
import { clientOf } from "./client.ts";
import { noteTime } from "./day.ts";
import { noteReply } from "./log.ts";
import { expireSession, sessionAtom } from "./session.ts";
import { store } from "./store.ts";

export const api = clientOf("/api", () => ({ "x-auth-token": store.get(sessionAtom)?.token }));

/** What a reply said, and the position in the event log that it is at least as fresh as. */
export interface Reply<T> {
  data: T;
  seq: number;
}

const UNREACHABLE = "The server cannot be reached. Please check your connection.";

/** A call that did not succeed: `status` 0 when no answer came at all. */
export class Failed extends Error {
  override name = "Failed";

  constructor(
    readonly status: number,
    readonly body: Failure & Record<string, unknown>,
    readonly retryAfter: number | null = null,
    /** As fresh as a reply's, where it tells of what there is. */
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

  /** Worth trying again as it is: nobody has refused it. */
  get isPassing(): boolean {
    return [0, 408, 429, 502, 503, 504].includes(this.status);
  }
}

/** The part of a response that is used here; the client types `json` by the route. */
interface Answer<T> {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<T>;
}

/** The data of the answers that mean success. */
type Success<R> = R extends { ok: false } ? never
  : R extends { json(): Promise<infer T> } ? T
  : never;

export async function call<R extends Answer<unknown>>(
  request: Promise<R>,
): Promise<Reply<Success<R>>> {
  const asker = store.get(sessionAtom);
  const answer = await request.catch((error: unknown) => {
    if (isAbort(error)) throw error;
    throw unreached();
  });
  const now = store.get(sessionAtom);
  const isRefused = answer.status === 401;
  if (isRefused && (now === null || now.token === asker?.token)) expireSession();
  // Somebody else has signed in since, or nobody, or the same again: this is not for them.
  else if (isRefused || now?.user._id !== asker?.user._id) {
    throw new DOMException("The session has changed.", "AbortError");
  }
  if (!answer.ok) throw await failure(answer);
  noteTime(answer.headers);
  const seq = Number(answer.headers.get("x-seq"));
  noteReply(seq);
  const data = await answer.json().catch((error: unknown) => {
    // It ended in the middle, or never.
    throw error instanceof SyntaxError || isAbort(error) ? error : unreached();
  });
  return { data: data as Success<R>, seq };
}

const unreached = () => new Failed(0, { msg: UNREACHABLE, code: "unreachable" });

async function failure(answer: Answer<unknown>): Promise<Failed> {
  const body = await answer.json().catch(() => null) as Failure & Record<string, unknown> | null;
  const after = Number(answer.headers.get("retry-after") ?? NaN);
  return new Failed(
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

/** The sentence for a person: the server's, or the screen's own. */
export function sentence(error: unknown, otherwise: string): string {
  return error instanceof Failed && error.status !== 0 && error.code !== "unknown"
    ? error.message
    : otherwise;
}
