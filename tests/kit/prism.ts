/**
 * Prism, a third-party validator: a proxy that checks requests and replies against the published
 * contract.
 */
import { freePort, start } from "./process.ts";

export type Prism = {
  url: string;
  /**
   * Sends a request through the proxy. @returns the reply, and where it or the request violates the
   * contract
   */
  send(method: string, path: string, given: Given): Promise<Passed>;
  [Symbol.asyncDispose](): Promise<void>;
};
export type Given = { token?: string; body?: unknown; headers?: Record<string, string> };
// deno-lint-ignore no-explicit-any -- replies are looked at, not typed, as any client would
export type Passed = { status: number; body: any; violations: string[] };

type Violation = { location: string[]; message: string };

/**
 * Starts Prism in front of a server.
 * @param change changes the contract before Prism reads it
 */
export async function prism(
  server: { url: string },
  change: (contract: Passed["body"]) => void = () => {},
): Promise<Prism> {
  const port = String(freePort());
  const document = await Deno.makeTempFile({ prefix: "doubtless-contract-", suffix: ".json" });
  const contract = await (await fetch(`${server.url}/api/openapi.json`)).json();
  change(contract);
  await Deno.writeTextFile(document, JSON.stringify(contract));
  const program = start(import.meta.resolve("@stoplight/prism-cli"), {
    args: ["proxy", document, `${server.url}/api`, "--port", port, "--verboseLevel", "fatal"],
  });
  const url = `http://127.0.0.1:${port}`;
  await until(url);
  return {
    url,
    async send(method, path, { token, body, headers }) {
      const isForm = body instanceof FormData;
      const isBare = isForm || typeof body === "string" || body === undefined;
      const reply = await fetch(url + path, {
        method,
        headers: {
          ...(token && { "x-auth-token": token }),
          ...(!isForm && body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: isBare ? body as BodyInit : JSON.stringify(body) }),
      });
      const text = await reply.text();
      const isJson = reply.headers.get("content-type")?.includes("json");
      const said = reply.headers.get("sl-violations") ?? "[]";
      // With too many violations for the header, it holds plain text instead of JSON.
      const all: Violation[] = said.startsWith("[")
        ? JSON.parse(said)
        : [{ location: [], message: said }];
      return {
        status: reply.status,
        body: isJson ? JSON.parse(text) : text,
        // A refused request need not match the contract.
        violations: all.filter(({ location }) => location[0] !== "request" || reply.ok)
          .map(({ location, message }) => `${location.join(".")}: ${message}`),
      };
    },
    async [Symbol.asyncDispose]() {
      await program.end("SIGKILL");
      await Deno.remove(document);
    },
  };
}

/** Waits until Prism listens. @throws Error when it does not */
async function until(url: string): Promise<void> {
  for (let tries = 0;; tries += 1) {
    try {
      return void await (await fetch(url)).body?.cancel();
    } catch (error) {
      if (tries === 600) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}
