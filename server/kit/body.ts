/** The bodies of requests: how much of one is read, how much of all at once, and what becomes of the rest. */
import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { badField, Refusal } from "./errors.ts";
import {
  type Form,
  formMost,
  type FormRules,
  readForm,
  refuseLong,
  tooLong,
  tooSlow,
} from "./form.ts";
import { createLine, type Line, type Place } from "./line.ts";

export const JSON_MOST = 256 * 1024;
/** Nothing under /auth is long but a password that is none. */
const AUTH_MOST = 16 * 1024;
/** A visitor's longest text is the contact form's. */
const VISITOR_MOST = 64 * 1024;
/** The most bytes of a body that is no form. */
export function jsonMost(path: string, isSignedIn: boolean): number {
  if (path.startsWith("/auth/")) return AUTH_MOST;
  return isSignedIn ? JSON_MOST : VISITOR_MOST;
}
/** A body up to this takes no place among those that are in memory. */
const SMALL = 64 * 1024;
/** Until a body is there that is no form. */
const PATIENCE_MS = 30_000;

const MB = 1024 * 1024;

export type Bodies = {
  /** Waits until there is room for so many bytes of this sender. @throws Refusal 429, 503 */
  enter(sender: Sender, bytes: number): Promise<Place>;
};
type Sender = { me: string | null; address: string };

/**
 * A whole class registers behind one address, each with a picture: so many may wait, and each form
 * is in memory for a moment. Whoever is signed in never waits behind visitors.
 */
export function createBodies(): Bodies {
  const visitors: Line = createLine({
    room: 48 * MB,
    each: 36 * MB,
    waitingEach: 600,
    waiting: 1000,
    patience: 120_000,
  });
  const people: Line = createLine({
    room: 64 * MB,
    each: 24 * MB,
    waitingEach: 32,
    waiting: 1000,
    patience: 120_000,
  });
  return {
    enter: ({ me, address }, bytes) =>
      me === null ? visitors.enter(address, bytes) : people.enter(me, bytes),
  };
}

// deno-lint-ignore no-explicit-any -- whatever an application keeps beside these
type Asked = Context<any>;
const incomingOf = (c: Asked): IncomingMessage => (c.env as HttpBindings).incoming;
const senderOf = (c: Asked): Sender => ({ me: c.var.asker?._id ?? null, address: c.var.address });
const bodiesOf = (c: Asked): Bodies => c.var.parts.bodies;

/** What is announced, null when the body comes in chunks; undefined when there is none. */
function announcedBy({ headers }: IncomingMessage): number | null | undefined {
  if (headers["transfer-encoding"] !== undefined) return null;
  const length = Number(headers["content-length"] ?? 0);
  return length > 0 ? length : undefined;
}

const isForm = ({ headers }: IncomingMessage) =>
  /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

/** Holds a body that is no form to its length and time; a form is read by the call that wants one. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  const incoming = incomingOf(c);
  const announced = announcedBy(incoming);
  if (announced === undefined || isForm(incoming)) return await next();
  const path = c.req.path.replace(/^\/api/, "");
  const isAuth = path.startsWith("/auth/");
  const most = jsonMost(path, c.var.asker !== null);
  const refuse = () => {
    throw isAuth
      ? badField("password", "Password must be at most 128 characters.")
      : tooLong("The request is too large.");
  };
  if (announced !== null && announced > most) refuse();
  const weight = announced ?? most;
  const place = weight > SMALL ? await bodiesOf(c).enter(senderOf(c), weight) : null;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    if (!incoming.complete) late.reject(tooSlow());
  }, PATIENCE_MS);
  try {
    if (announced === null) {
      const body = await Promise.race([readCounted(incoming, most), late.promise]);
      if (body === null) return refuse();
      const { method, headers } = c.req.raw;
      c.req.raw = new Request(c.req.url, { method, headers, body });
    }
    await Promise.race([next(), late.promise]);
  } finally {
    clearTimeout(timer);
    place?.leave();
  }
};

/** The whole body, or null when it is longer. */
function readCounted(
  incoming: IncomingMessage,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  return new Promise((done, failed) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const stop = () => incoming.off("data", keep).off("end", end).off("close", gone).pause();
    const keep = (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= most) return;
      stop();
      done(null);
    };
    const end = () => {
      stop();
      done(new Uint8Array(Buffer.concat(chunks)));
    };
    const gone = () => {
      stop();
      failed(new Refusal(400, "invalid", "The request's body cannot be read."));
    };
    incoming.on("data", keep).on("end", end).on("close", gone);
  });
}

/** Hands a form on once it is here, and its room back once the call is answered. */
export async function withForm(
  c: Asked,
  rules: FormRules,
  use: (form: Form) => Promise<void>,
): Promise<void> {
  const incoming = incomingOf(c);
  const announced = announcedBy(incoming);
  if (announced === undefined || !isForm(incoming)) return await use({});
  if (announced !== null) refuseLong(rules, announced);
  const room = announced ?? formMost(rules);
  const place = await bodiesOf(c).enter(senderOf(c), room);
  try {
    await use(await readForm(incoming, rules, { room }));
  } finally {
    place.leave();
  }
}

/** Bytes that are read and thrown away before the answer, and after it. */
const REST_MOST = 16 * MB;
const LINGER_MOST = 128 * MB;
const REST_MS = 5000;
const LINGER_MS = 15_000;

/**
 * Reads what a refused request still sends: a client that is still sending may not hear the answer,
 * and its next request on the connection would wait behind what nobody reads. Whoever goes on for
 * long is answered meanwhile, and loses the connection.
 */
export const readRest: MiddlewareHandler = async (c, next) => {
  await next();
  if (c.req.method === "GET" || c.req.method === "HEAD") return;
  const { incoming, outgoing } = c.env as HttpBindings;
  // All of it was read, or there is none.
  if (incoming.readableEnded || announcedBy(incoming) === undefined) return;
  if (await drain(incoming, REST_MOST, REST_MS)) return;
  outgoing.once("finish", async () => {
    if (!await drain(incoming, LINGER_MOST, LINGER_MS)) incoming.socket.destroy();
  });
};

/** @returns whether it has come to its end */
function drain(incoming: IncomingMessage, most: number, ms: number): Promise<boolean> {
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
      if (size > most) stop(false);
    };
    const timer = setTimeout(() => stop(false), ms);
    if (incoming.readableEnded || incoming.destroyed) return end();
    incoming.on("data", count).on("end", end).on("close", end).resume();
  });
}
