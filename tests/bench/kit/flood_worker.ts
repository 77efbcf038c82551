/**
 * What one person does to a server while others are measured: sockets and calls without end, on a
 * thread of its own, so that its work does not delay the measured calls here.
 */
import { Buffer } from "node:buffer";
import WebSocket from "ws";
import { newId } from "../../../server/kit/core/ids.ts";

export type Flood =
  /** Sockets that each send a message at this interval, and connect again when they are closed. */
  | {
    kind: "sockets";
    sockets: number;
    /** Sent once the socket is ready. */
    first?: [string, object];
    /** `madeUp` is replaced by a new id. With `bytes`, the message carries so many. */
    message?: { event: string; body: Record<string, string>; bytes?: number };
    everyMs?: number;
    /** Closed and connected again as soon as they are ready, with everything missed. */
    catchesUp?: boolean;
  }
  /** Calls, so many at once, each followed by the next. */
  | {
    kind: "calls";
    calls: { method: string; path: string; body?: object }[];
    each: number;
    /** The tokens of several people who do it; an empty one for visitors. */
    tokens?: string[];
  };

export type Order = { url: string; token: string; flood: Flood };

const AGAIN_MS = 500;
/** A client that ignores `Retry-After`, though not wholly. */
const REFUSED_MS = 100;

let isOver = false;
const open = new Set<WebSocket>();

function startSocket({ url, token, flood }: Order & { flood: { kind: "sockets" } }): void {
  if (isOver) return;
  const { first, message, everyMs = 50, catchesUp } = flood;
  const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  open.add(socket);
  let timer: ReturnType<typeof setInterval> | undefined;
  const send = ([event, body]: [string, object]) =>
    socket.send(`42${JSON.stringify([event, body])}`);
  const sendOne = () => {
    if (!message || socket.readyState !== WebSocket.OPEN) return;
    const { event, bytes } = message;
    const body = Object.fromEntries(
      Object.entries(message.body).map(([key, id]) => [key, id === "madeUp" ? newId() : id]),
    );
    if (bytes === undefined) return send([event, body]);
    const data = { _placeholder: true, num: 0 };
    socket.send(`451-${JSON.stringify([event, { ...body, data }])}`);
    socket.send(Buffer.alloc(bytes, 7));
  };
  socket.on("message", (data, isBinary) => {
    if (isBinary) return;
    const text = (data as Buffer).toString();
    if (text.startsWith("0{")) {
      socket.send(`40${JSON.stringify({ token, ...(catchesUp && { since: 1 }) })}`);
    }
    if (text === "2") socket.send("3");
    if (text.startsWith("44")) socket.close();
    if (!text.startsWith('42["ready"')) return;
    if (catchesUp) return socket.close();
    if (first) send(first);
    if (message) timer = setInterval(sendOne, everyMs);
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    open.delete(socket);
    clearInterval(timer);
    setTimeout(() => startSocket({ url, token, flood }), catchesUp ? 0 : AGAIN_MS);
  });
}

async function call({ url, token, flood }: Order & { flood: { kind: "calls" } }, at: number) {
  const { calls, tokens = [token] } = flood;
  const mine = tokens[at % tokens.length];
  for (let turn = at; !isOver; turn++) {
    const { method, path, body } = calls[turn % calls.length] as (typeof calls)[number];
    const headers = {
      ...(mine && { "x-auth-token": mine }),
      ...(body && { "content-type": "application/json" }),
    };
    try {
      const reply = await fetch(`${url}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      await reply.arrayBuffer();
      if (reply.status === 429) await new Promise((done) => setTimeout(done, REFUSED_MS));
    } catch {
      await new Promise((done) => setTimeout(done, REFUSED_MS));
    }
  }
}

self.addEventListener("message", ({ data }) => {
  if (data === "stop") {
    isOver = true;
    for (const socket of open) socket.terminate();
    self.postMessage("stopped");
    return;
  }
  const { flood } = data as Order;
  if (flood.kind === "sockets") {
    for (let at = 0; at < flood.sockets; at++) startSocket({ ...data, flood });
  } else {
    for (let at = 0; at < flood.each; at++) void call({ ...data, flood }, at);
  }
});
