/**
 * A proxy in front of a site: it can serve the client as another build, whose files all have other
 * names, refuse the session, keep a reply back, and cut the network.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Site } from "./site.ts";

export type Builds = {
  url: string;
  /** Serves another build; the files of the earlier ones are gone. */
  deploy(name: string, options: { hasNewWorker: boolean }): void;
  /** Answers every call with 401, as after the end of a session. */
  expire(isExpired: boolean): void;
  /** Keeps back the next reply to this path, until `release`. */
  hold(path: string): { reached: Promise<void>; release: () => void };
  cut(): void;
  mend(): void;
  close(): void;
};

/** A script or style sheet of the build, whose name has its hash. */
const FILE = /([\w.-]+-[\w-]{7,8})\.(js|css)\b/g;

export async function openBuilds(site: Site): Promise<Builds> {
  const { hostname, port, host } = new URL(site.url);
  let build: { name: string; hasNewWorker: boolean } | null = null;
  let isCut = false;
  let isExpired = false;
  let held: { path: string; reach: () => void; released: Promise<void> } | null = null;
  const open = new Set<Socket>();
  const suffix = (file: string) =>
    build === null || (!build.hasNewWorker && file.startsWith("service-worker-"))
      ? ""
      : `-${build.name}`;

  /** Returns the site's own path; null for a file that this build does not have. */
  function ownPath(path: string): string | null {
    const file = path.split("/").at(-1) ?? "";
    if (!path.startsWith("/assets/") || !/\.(js|css)$/.test(file)) return path;
    const ending = suffix(file);
    const [, name, end] = /^(.*)(\.\w+)$/.exec(path) ?? ["", "", ""];
    return name.endsWith(ending) ? name.slice(0, name.length - ending.length) + end : null;
  }

  // The site itself has not changed: asked by tag, it would say so of another build's page, too.
  const headersOf = ({ headers: { "if-none-match": _, ...headers } }: IncomingMessage) => ({
    ...headers,
    host,
    ...(headers.origin && { origin: site.url }),
    "accept-encoding": "identity",
  });

  function pass(near: IncomingMessage, answer: ServerResponse): void {
    const path = ownPath(near.url ?? "/");
    const isRefused = isExpired && near.url?.startsWith("/api/");
    if (path === null || isRefused) {
      answer.writeHead(isRefused ? 401 : 404, { "content-type": "application/json" });
      return void answer.end(JSON.stringify({ msg: "Please log in again.", code: "auth.expired" }));
    }
    const { method } = near;
    const far = request(
      { hostname, port, path, method, headers: headersOf(near) },
      async (said) => {
        if (held !== null && held.path === near.url) {
          const { reach, released } = held;
          held = null;
          reach();
          await released;
        }
        const type = said.headers["content-type"] ?? "";
        const { statusCode = 500, headers: { "content-length": length, ...headers } } = said;
        if (build === null || !/html|javascript|css/.test(type)) {
          answer.writeHead(statusCode, said.headers);
          return void said.pipe(answer);
        }
        const chunks: Uint8Array[] = [];
        said.on("data", (chunk) => chunks.push(chunk));
        said.on("end", () => {
          const text = new TextDecoder().decode(Buffer.concat(chunks));
          const renamed = text.replace(FILE, (file, name, end) => `${name}${suffix(file)}.${end}`);
          const { etag: _, ...others } = headers;
          answer.writeHead(statusCode, length === undefined ? headers : others).end(renamed);
        });
      },
    );
    far.on("error", () => answer.destroy());
    near.pipe(far);
  }

  const server = createServer(pass);
  server.on("connection", (socket) => {
    if (isCut) return void socket.destroy();
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  server.on("upgrade", (near: IncomingMessage, socket: Socket) => {
    const far = connect(Number(port), hostname);
    const lines = Object.entries(headersOf(near)).map(([name, value]) => `${name}: ${value}`);
    far.write(`GET ${near.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    far.pipe(socket).pipe(far);
    for (const [one, other] of [[far, socket], [socket, far]] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy: (name, options) => build = { name, ...options },
    expire: (value) => isExpired = value,
    hold(path) {
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held = { path, reach: reached.resolve, released: released.promise };
      return { reached: reached.promise, release: released.resolve };
    },
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => isCut = false,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
