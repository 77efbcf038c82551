/**
 * Sockets that watch a thread and record when its frames arrive. All servers are measured with the
 * same client. Doubtless's sockets speak socket.io without its client, which would be the slow part
 * of what is measured.
 */
import type { Buffer } from "node:buffer";
import WebSocket from "ws";

export type Watchers = {
  count(): number;
  /** Forgets the frames of the last reply. */
  expect(): void;
  /** Waits until every watcher has the entry, and returns when each got it. */
  arrived(): Promise<{ first: number[] }>;
  /**
   * Returns how many frames each watcher has got since `expect`, once all have the same number.
   * @param frames waits until each has got this many
   */
  each(frames?: number): Promise<number>;
  /** Returns the frames of the last reply, unchanged. */
  frames(): string[];
  /**
   * Sends a frame from each socket, and waits for an answer that begins with `answer`.
   * @throws Error when one is refused
   */
  ask(frame: string, answer: string): Promise<void>;
  /** Sends a frame from each socket. */
  tell(frame: string): void;
  close(): void;
};

const PATIENCE_MS = 60_000;

/** What a socket waits for. */
type Asking = {
  begin: string;
  heard: (text: string) => void;
  failed: (error: Error) => void;
};

type Open = (
  socket: WebSocket,
  next: (begin: string) => Promise<string>,
  place: number,
) => Promise<void>;

/** Opens `count` sockets; `greet` makes the handshake of each. */
async function openWatchers(
  url: string,
  { count, greet }: { count: number; greet: Open },
): Promise<Watchers> {
  const first: number[] = [];
  const seen = new Array<number>(count).fill(0);
  let latest: string[] = [];
  let done = Promise.withResolvers<void>();
  const asking = new Map<WebSocket, Asking>();
  /** Why a socket was closed that should be open. */
  let lost: Error | null = null;
  let isClosing = false;

  function next(socket: WebSocket, begin: string): Promise<string> {
    if (lost) return Promise.reject(lost);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const timer = setTimeout(() => reject(new Error(`no ${begin} came`)), PATIENCE_MS);
    asking.set(socket, {
      begin,
      heard: (text) => {
        clearTimeout(timer);
        resolve(text);
      },
      failed: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
    return promise;
  }

  /** The watchers do not reconnect, so the benchmark fails as soon as one is closed. */
  function closed(place: number): void {
    if (isClosing) return;
    lost ??= new Error(`the server closed the connection of watcher ${place + 1}`);
    done.promise.catch(() => {});
    done.reject(lost);
    for (const { failed } of asking.values()) failed(lost);
    asking.clear();
  }

  function take(socket: WebSocket, place: number, data: Buffer, now: number): void {
    // `42["doubt.entry"` or `42["doubt.changed"`: told apart by one byte, as cheaply as possible.
    const kind = data.length > 60 && data[4] === 100 && data[9] === 46 ? data[10] : 0;
    if (kind === 101 || kind === 99) {
      seen[place] = (seen[place] ?? 0) + 1;
      if (kind === 101) first.push(now);
      if (place === 0) latest.push(data.toString());
      if (first.length === count) done.resolve();
      return;
    }
    const text = data.toString();
    if (text === "2") return socket.send("3");
    const waiting = asking.get(socket);
    if (!waiting || !text.startsWith(waiting.begin)) return;
    asking.delete(socket);
    waiting.heard(text);
  }

  const sockets: WebSocket[] = [];
  const AT_ONCE = 50;
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
    await Promise.all(some.map(async (place) => {
      const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
      sockets[place] = socket;
      socket.on("message", (data: Buffer) => take(socket, place, data, performance.now()));
      socket.once("close", () => closed(place));
      await greet(socket, (begin) => next(socket, begin), place);
    }));
  }

  return {
    count: () => count,
    expect() {
      first.length = 0;
      latest = [];
      seen.fill(0);
      if (!lost) done = Promise.withResolvers();
    },
    async arrived() {
      const timer = setTimeout(
        () => done.reject(new Error(`only ${first.length} of ${count} came`)),
        PATIENCE_MS,
      );
      await done.promise.finally(() => clearTimeout(timer));
      return { first: [...first] };
    },
    async each(frames) {
      const waitsUntil = performance.now() + PATIENCE_MS;
      while (seen.some((one) => one !== (frames ?? seen[0]))) {
        if (lost) throw lost;
        if (performance.now() > waitsUntil) throw new Error("some watchers got other frames");
        await new Promise((done) => setTimeout(done, 5));
      }
      return seen[0] ?? 0;
    },
    frames: () => latest,
    async ask(frame, answer) {
      await Promise.all(sockets.map(async (socket) => {
        const heard = next(socket, answer);
        socket.send(frame);
        const text = await heard;
        if (text.includes('"ok":false')) throw new Error(`refused: ${text}`);
      }));
    },
    tell: (frame) => sockets.forEach((socket) => socket.send(frame)),
    close() {
      isClosing = true;
      for (const socket of sockets) socket.terminate();
    },
  };
}

const opened = (socket: WebSocket) =>
  new Promise<void>((open, fail) => {
    socket.once("open", () => open());
    socket.once("error", fail);
  });

/** Opens a bare server's sockets. */
export function watchBare(url: string, count: number): Promise<Watchers> {
  return openWatchers(url.replace("http", "ws"), { count, greet: opened });
}

/** Opens sockets of a plain socket.io server, which has no sign-in. */
export function watchPlain(url: string, count: number): Promise<Watchers> {
  return openWatchers(socketIo(url), {
    count,
    greet: async (socket, next) => {
      await Promise.all([opened(socket), next("0{")]);
      const joined = next("40");
      socket.send("40");
      await joined;
    },
  });
}

const socketIo = (url: string) =>
  `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;

/**
 * Opens Doubtless's sockets: the handshakes of engine.io and socket.io, and the wait for "ready".
 */
export function watchDoubtless(url: string, tokens: string[]): Promise<Watchers> {
  return openWatchers(socketIo(url), {
    count: tokens.length,
    greet: async (socket, next, place) => {
      await Promise.all([opened(socket), next("0{")]);
      const ready = next('42["ready"');
      socket.send(`40${JSON.stringify({ token: tokens[place] })}`);
      await ready;
    },
  });
}
