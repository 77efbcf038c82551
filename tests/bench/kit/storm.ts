/**
 * Sockets that all reconnect at once, as after a server's restart, written without a client
 * library.
 */
import type { Buffer } from "node:buffer";
import WebSocket from "ws";

export type Storm = {
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
export async function reconnectAll(
  url: string,
  { tokens, since, doubtId }: Options,
): Promise<Storm> {
  const address = `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;
  const missed: string[][] = [];
  const sockets: WebSocket[] = [];
  await Promise.all(tokens.map((token, place) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    sockets.push(socket);
    const told: string[] = [];
    missed[place] = told;
    return new Promise<void>((done, fail) => {
      const timer = setTimeout(() => fail(new Error("a socket was never live")), PATIENCE_MS);
      socket.once("error", fail);
      socket.on("message", (data) => {
        const text = (data as Buffer).toString();
        const event = text.match(/^42\["([^"]+)"/)?.[1];
        if (event !== undefined && event !== "ready") told.push(event);
        if (text.startsWith("0{")) socket.send(`40${JSON.stringify({ token, since })}`);
        if (text === "2") socket.send("3");
        if (event === "ready") socket.send(`420${JSON.stringify(["watch", { doubtId }])}`);
        if (!text.startsWith("430[")) return;
        clearTimeout(timer);
        done();
      });
    });
  }));
  return { missed, close: () => sockets.forEach((socket) => socket.terminate()) };
}
