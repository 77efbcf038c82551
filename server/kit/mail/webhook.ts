/**
 * Posts to an address that an admin has typed: signed, bounded in time and bytes, and never to this
 * machine's or a private network.
 *
 * The signature is that of Standard Webhooks 1.0:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";
import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { within } from "../core/within.ts";

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

/** Follows no redirect. @throws for the admin */
export async function post(
  address: string,
  { headers, body, hosts, withinMs = WITHIN_MS }: Post,
): Promise<Answer> {
  const problem = addressProblem(address, hosts);
  if (problem !== null) throw new Error(problem);
  const late = () => new Error(`There was no answer within ${withinMs / 1000} seconds.`);
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await within(withinMs, exchange(new URL(address), { headers, body, signal }), late);
  } finally {
    stop.abort();
  }
}

/** The check is in the lookup, so the address that is connected to is the one that was checked. */
function exchange(
  url: URL,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Answer> {
  const isAllowed = LOCAL_HOSTS.includes(url.hostname) ? isLoopback : isPublic;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const refused = new Error("The name leads to a private network.");
  if (isIP(host) && !isAllowed(host)) throw refused;
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((done, failed) => {
    const call = request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Doubtless-Webhook",
        connection: "close",
        ...headers,
      },
      signal,
      lookup: (name, options, found) =>
        lookup(name, { ...options, all: true }, (error, all) => {
          const isRefused = !error && !all.every(({ address }) => isAllowed(address));
          found(isRefused ? refused : error, all);
        }),
    });
    call.on(
      "response",
      async (answer) => done({ status: answer.statusCode ?? 0, text: await beginningOf(answer) }),
    );
    call.on(
      "error",
      (error) =>
        failed(error === refused ? error : new Error(`The connection failed: ${error.message}.`)),
    );
    call.end(body);
  });
}

/** What has come of the answer, up to the most that is read. */
async function beginningOf(answer: AsyncIterable<Uint8Array>): Promise<string> {
  const bytes: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of answer) {
      bytes.push(part);
      size += part.length;
      if (size >= ANSWER_MOST) break;
    }
  } catch {
    // The status is there, and says enough.
  }
  return new TextDecoder().decode(Buffer.concat(bytes).subarray(0, ANSWER_MOST));
}

/** The kind of an address, such as "unicast" or "private"; of an IPv4 address in an IPv6 one, too. */
const rangeOf = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).range() : "invalid";

export const isPublic = (address: string): boolean => rangeOf(address) === "unicast";

export const isLoopback = (address: string): boolean => rangeOf(address) === "loopback";
