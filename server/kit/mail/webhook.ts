/**
 * Posts to an address that an admin has typed: signed, bounded in time and bytes, and never to this
 * machine's or a private network.
 *
 * The signature is that of Standard Webhooks 1.0:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { request } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import { connect as secure } from "node:tls";
import { within } from "../core/within.ts";
import { isLoopback, isPublic } from "./public_address.ts";

const WITHIN_MS = 10_000;
/** The most bytes of an answer that are read. */
const ANSWER_MOST = 2048;
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Why a webhook may not have this address; null when it may. */
export function addressProblem(address: string, hosts: readonly string[]): string | null {
  if (!URL.canParse(address)) return "This is not an address.";
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return "An address with a password is not taken.";
  const isNamed = hosts.includes(hostname);
  const isLocal = LOCAL_HOSTS.includes(hostname);
  if (protocol !== "https:" && !(protocol === "http:" && isLocal && isNamed)) {
    return "The address must start with https://.";
  }
  return isNamed ? null : `The operator has not named ${hostname} in WEBHOOK_HOSTS.`;
}

export type SignInput = { id: string; secret: Uint8Array; body: string; now: string };

/** The headers of a message. `id` stays the same when it is sent again. */
export function signedHeaders({ id, secret, body, now }: SignInput) {
  const seconds = Math.floor(Date.parse(now) / 1000);
  const signature = createHmac("sha256", secret).update(`${id}.${seconds}.${body}`).digest(
    "base64",
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": `v1,${signature}`,
  };
}

export type Answer = { status: number; text: string };

type Post = {
  headers: Record<string, string>;
  body: string;
  hosts: readonly string[];
  /** The time for the whole exchange. */
  withinMs?: number;
};

/** Connects to the checked address of the name; follows no redirect. @throws for the admin */
export async function post(
  address: string,
  { headers, body, hosts, withinMs = WITHIN_MS }: Post,
): Promise<Answer> {
  const problem = addressProblem(address, hosts);
  if (problem !== null) throw new Error(problem);
  const url = new URL(address);
  const sockets: Socket[] = [];
  const exchange = async () => {
    const socket = await connectTo(url, sockets);
    return await send(socket, url, { headers, body });
  };
  try {
    return await within(
      withinMs,
      exchange(),
      () => new Error(`There was no answer within ${withinMs / 1000} seconds.`),
    );
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** @param sockets gets every socket that is opened, for the caller to close */
async function connectTo(url: URL, sockets: Socket[]): Promise<Socket> {
  const { hostname, port, protocol } = url;
  const host = hostname.replace(/^\[|\]$/g, "");
  const isAllowed = LOCAL_HOSTS.includes(hostname) ? isLoopback : isPublic;
  const refusal = (ip: string) =>
    isAllowed(ip) ? null : new Error("The name leads to a private network.");
  const refused = isIP(host) ? refusal(host) : null;
  if (refused) throw refused;
  const socket = connect({ host, port: Number(port || (protocol === "https:" ? 443 : 80)) });
  sockets.push(socket);
  await opened(socket, "connect", (failed) => {
    // Comes before the connection, with each address that would be tried.
    socket.on("lookup", (_error, ip) => {
      const refused = ip ? refusal(ip) : null;
      if (refused) failed(refused);
      if (refused) socket.destroy();
    });
  });
  const reached = refusal(socket.remoteAddress ?? "");
  if (reached) throw reached;
  if (protocol === "http:") return socket;
  const over = secure({ socket, ...(!isIP(host) && { servername: host }) });
  sockets.push(over);
  await opened(over, "secureConnect");
  return over;
}

function opened(
  socket: Socket,
  event: "connect" | "secureConnect",
  watch: (failed: (error: Error) => void) => void = () => {},
): Promise<void> {
  return new Promise((done, failed) => {
    // Stays: a socket that fails later must not end the server.
    socket.on("error", ({ message }) => failed(new Error(`The connection failed: ${message}.`)));
    socket.once(event, done);
    watch(failed);
  });
}

function send(
  socket: Socket,
  url: URL,
  { headers, body }: Pick<Post, "headers" | "body">,
): Promise<Answer> {
  return new Promise((done, failed) => {
    const call = request({
      createConnection: () => socket,
      method: "POST",
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        "content-type": "application/json",
        "content-length": String(new TextEncoder().encode(body).length),
        "user-agent": "Doubtless-Webhook",
        connection: "close",
        ...headers,
      },
    }, (answer) => {
      const status = answer.statusCode ?? 0;
      const bytes: Uint8Array[] = [];
      let size = 0;
      const finish = () => {
        const read = Buffer.concat(bytes).subarray(0, ANSWER_MOST);
        done({ status, text: new TextDecoder().decode(read) });
      };
      answer.on("data", (chunk: Uint8Array) => {
        bytes.push(chunk);
        size += chunk.length;
        if (size >= ANSWER_MOST) finish();
      });
      answer.on("end", finish);
      answer.on("error", finish);
    });
    call.on("error", ({ message }) => failed(new Error(`The connection failed: ${message}.`)));
    call.end(body);
  });
}
