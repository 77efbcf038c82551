/** Request bodies: limits for one body, a queue for large forms, and the rest of a refused body. */
import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import {
  type Form,
  formMost,
  formReader,
  type FormRules,
  formTooLong,
  tooLong,
  unreadable,
} from "../files/multipart.ts";
import { Refusal } from "../core/errors.ts";
import { isStaff } from "../core/roles.ts";
import { within } from "../core/within.ts";

export const JSON_MOST = 256 * 1024;
/** A roster of staff has some thousand people, and a question up to 10 given files of 64 KB. */
const LARGE_MOST = 2 * 1024 * 1024;
const LARGE = /^\/(?:users\/roster|assignments\/)/;
/** The contact form has the longest text that a visitor may send. */
const VISITOR_MOST = 64 * 1024;
/** The most bytes of a body that is not a form. */
export function jsonMost(path: string, isSignedIn: boolean, isOfStaff = isSignedIn): number {
  if (!isSignedIn) return VISITOR_MOST;
  return isOfStaff && LARGE.test(path) ? LARGE_MOST : JSON_MOST;
}
/** Up to this size, a body is read in a moment, whatever is in it. */
const QUICK = 16 * 1024;
/** A form up to this size need not wait for memory. */
const SMALL = 64 * 1024;
/** The time in which a body must arrive, and the bytes that a poor Wi-Fi brings in a millisecond. */
const PATIENCE_MS = 30_000;
const PACE = 64;

// deno-lint-ignore no-explicit-any -- an application may have further variables
type AnyContext = Context<any>;
const incomingOf = (c: AnyContext): IncomingMessage => (c.env as HttpBindings).incoming;

/** The body's announced length: null when it comes in chunks, undefined when there is no body. */
function announcedBy({ headers }: IncomingMessage): number | null | undefined {
  if (headers["transfer-encoding"] !== undefined) return null;
  const length = Number(headers["content-length"] ?? 0);
  return length > 0 ? length : undefined;
}

const isForm = ({ headers }: IncomingMessage) =>
  /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

/** Limits a body's length and time. A call that takes a form reads the form itself. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  const incoming = incomingOf(c);
  const announced = announcedBy(incoming);
  if (announced === undefined || isForm(incoming)) return await next();
  const path = c.req.path.replace(/^\/api/, "");
  const most = jsonMost(path, c.var.asker !== null, isStaff(c.var.asker));
  if (announced !== null && announced > most) throw tooLarge();
  const weight = announced ?? most;
  // Also when the call is refused, which does not count as a write.
  if (weight > QUICK && !isStaff(c.var.asker)) {
    await c.var.parts.limits.take("body", c.var.asker?._id ?? c.var.address);
  }
  const chunks: Uint8Array[] = [];
  await readBody(incoming, { most: weight, tooLarge }, (chunk) => chunks.push(chunk));
  c.set("body", Buffer.concat(chunks));
  await next();
};

const tooLarge = () => tooLong("The request is too large.");

type BodyLimit = {
  most: number;
  tooLarge: () => Refusal;
  /** For tests with a shorter time. */
  patienceMs?: number;
};

/**
 * Reads a body to its end, or to the first chunk that is refused.
 * @throws Refusal 413 when it is longer, 408 when it comes too slowly, 400 when it ends early
 */
export function readBody(
  incoming: IncomingMessage,
  { most, tooLarge, patienceMs = PATIENCE_MS + most / PACE }: BodyLimit,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const read = async () => {
    let size = 0;
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > most) throw tooLarge();
      take(chunk);
    }
  };
  const reading = read().catch((error) => {
    throw error instanceof Refusal ? error : unreadable();
  });
  return within(patienceMs, reading, tooSlow);
}

const tooSlow = () =>
  new Refusal(408, "too-slow", "The request came too slowly. Please send it again.");

/**
 * Calls `use` with the form once it has arrived. A large one waits for its turn, which ends when the
 * call is answered and the memory is free again. Signed-in people never wait behind visitors.
 */
export async function withForm(
  c: AnyContext,
  rules: FormRules,
  use: (form: Form) => Promise<void>,
): Promise<void> {
  const incoming = incomingOf(c);
  const announced = announcedBy(incoming);
  if (announced === undefined || !isForm(incoming)) return await use({});
  const most = announced ?? formMost(rules);
  const tooLarge = () => formTooLong(rules);
  if (most > formMost(rules)) throw tooLarge();
  const read = async () => {
    const form = formReader(incoming.headers["content-type"] ?? "", rules);
    await readBody(incoming, { most, tooLarge }, form.take);
    await use(await form.end());
  };
  if (most <= SMALL) return await read();
  const { asker, address, parts: { queues } } = c.var;
  await (asker ? queues.form.run(asker._id, read) : queues.visitorForm.run(address, read));
}

/** So much is read and dropped, in this time, before the reply, and once more after it. */
const REST_MOST = 64 * 1024 * 1024;
const REST_MS = 5000;

/**
 * Reads the rest of a refused request. A client that is still sending may not read the reply, and its
 * next request on the connection would wait behind unread bytes. A client that sends for too long gets
 * the reply meanwhile and loses the connection.
 */
export const readRest: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === "GET" || c.req.method === "HEAD") return;
  const { incoming, outgoing } = c.env as HttpBindings;
  // The body was read to its end, or there is none.
  if (incoming.readableEnded || announcedBy(incoming) === undefined) return;
  if (await drain(incoming)) return;
  outgoing.once("finish", async () => {
    if (!await drain(incoming)) incoming.socket.destroy();
  });
};

/** @returns whether it has come to its end */
function drain(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((done) => {
    let size = 0;
    const stop = (isAtEnd: boolean) => {
      clearTimeout(timer);
      incoming.off("data", count).off("end", end).off("close", end);
      if (!isAtEnd) incoming.pause();
      done(isAtEnd);
    };
    const end = () => stop(true);
    const count = (chunk: Uint8Array) => {
      size += chunk.length;
      if (size > REST_MOST) stop(false);
    };
    const timer = setTimeout(() => stop(false), REST_MS);
    if (incoming.readableEnded || incoming.destroyed) return end();
    incoming.on("data", count).on("end", end).on("close", end).resume();
  });
}
