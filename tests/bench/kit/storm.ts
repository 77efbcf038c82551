/**
 * Sockets that all reconnect at once, as after a server's restart, written without a client
 * library.
 */
import type { Buffer } from "node:buffer";
import WebSocket from "ws";

export type Storm = {
  /** Milliseconds from the beginning until each socket was live. */
  live: number[];
  /** The names of the events that each socket got meanwhile, in order. */
  missed: string[][];
  close(): void;
};

type Options = {
  tokens: string[];
  /** The log position up to which the sockets have seen the events. */
  since: number;
  /** A thread that all of them have open. */
  doubtId: string;
};

const PATIENCE_MS = 60_000;

/** Reconnects sockets. Each is live when it has caught up and watches its thread again. */
export function reconnectAll(url: string, { tokens, since, doubtId }: Options): Promise<Storm> {
  const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
  return storm(address, tokens.length, (socket, text, place) => {
    if (text.startsWith("0{")) socket.send(`40${JSON.stringify({ token: tokens[place], since })}`);
    if (text === "2") socket.send("3");
    if (text.startsWith('42["ready"')) socket.send(`420${JSON.stringify(["watch", { doubtId }])}`);
    return text.startsWith("430[");
  });
}

/** Opens sockets and does nothing else: the floor. */
export function openBare(url: string, count: number): Promise<Storm> {
  return storm(url.replace("http", "ws"), count, null);
}

type Hear = (socket: WebSocket, text: string, place: number) => boolean;

async function storm(address: string, count: number, hear: Hear | null): Promise<Storm> {
  const begin = performance.now();
  const missed: string[][] = [];
  const sockets: WebSocket[] = [];
  const live = await Promise.all(Array.from({ length: count }, (_, place) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    sockets.push(socket);
    const told: string[] = [];
    missed[place] = told;
    return new Promise<number>((done, fail) => {
      const isLive = () => {
        clearTimeout(timer);
        done(performance.now() - begin);
      };
      const timer = setTimeout(() => fail(new Error("a socket was never live")), PATIENCE_MS);
      socket.once("error", fail);
      if (hear === null) socket.once("open", isLive);
      socket.on("message", (data) => {
        const text = (data as Buffer).toString();
        const event = text.match(/^42\["([^"]+)"/)?.[1];
        if (event !== undefined && event !== "ready") told.push(event);
        if (hear?.(socket, text, place)) isLive();
      });
    });
  }));
  return { live, missed, close: () => sockets.forEach((socket) => socket.terminate()) };
}
