/**
 * Retries calls until they are answered, each write with one idempotency key, as the web client
 * does.
 */
import { type Caller, caller, type Reply } from "../../kit/people.ts";
import { PATIENCE } from "../../kit/until.ts";

export type Steady = Caller & {
  /** How often a call had to be retried because it failed. */
  retries(): number;
};

/**
 * Replies after which the same call should be retried: no server answered, or a part was
 * unavailable.
 */
const AGAIN = new Set([502, 503, 504]);
const PAUSE_MS = 100;

type Options = {
  /** Called as a call is made. */
  began?: () => void;
  /** Drops every nth reply to a write, so that the write is repeated. */
  loseEvery?: number;
};

/**
 * Returns a caller that retries.
 * @param urls the servers, or the proxy before them; after a failure the next one is called
 */
export function retryingCaller(
  urls: readonly string[],
  token: string,
  { began = () => {}, loseEvery = Infinity }: Options = {},
): Steady {
  const callers = urls.map((url) => caller({ url }, token));
  let [turn, retries, writes] = [0, 0, 0];

  const call = (method: "get" | "post" | "put" | "patch" | "delete") =>
  async (
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const keyed = method === "get" ? {} : { "idempotency-key": crypto.randomUUID(), ...headers };
    const end = Date.now() + PATIENCE;
    if (method !== "get") writes += 1;
    let isLost = writes % loseEvery === 0 && method !== "get";
    for (let last = "";;) {
      if (Date.now() > end) throw new Error(`${method} ${path} was never answered: ${last}`);
      const asked = callers[turn % callers.length] as Caller;
      try {
        const answer = method === "get" ? asked.get(path) : asked[method](path, body, keyed);
        began();
        const reply = await answer;
        if (!AGAIN.has(reply.status)) {
          if (!isLost) return reply;
          isLost = false;
          continue;
        }
        last = `${reply.status}`;
      } catch (error) {
        last = String(error);
      }
      turn += 1;
      retries += 1;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  };

  return {
    get: (path) => call("get")(path),
    post: call("post"),
    put: call("put"),
    patch: call("patch"),
    delete: call("delete"),
    fetch: (path, init) => (callers[turn % callers.length] as Caller).fetch(path, init),
    retries: () => retries,
  };
}
