/** Calls made again until they are answered, each write under one key: as the web client makes them. */
import { type Caller, caller, type Reply } from "../../kit/people.ts";

export type Steady = Caller & {
  /** How often a call had to be made again. */
  retries(): number;
};

/** Nobody answered, or a part was away: the same again is the right thing to do. */
const AGAIN = new Set([502, 503, 504]);
const PAUSE_MS = 100;
const PATIENCE_MS = 60_000;

/**
 * @param urls the servers, or the proxy before them; whoever did not answer is not asked next
 * @param began called as a call is made
 */
export function steady(
  urls: readonly string[],
  token: string,
  began: () => void = () => {},
): Steady {
  const callers = urls.map((url) => caller({ url }, token));
  let [turn, retries] = [0, 0];

  const call = (method: "get" | "post" | "put" | "patch" | "delete") =>
  async (
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const keyed = method === "get" ? {} : { "idempotency-key": crypto.randomUUID(), ...headers };
    const end = Date.now() + PATIENCE_MS;
    for (let last = "";; retries += 1) {
      if (Date.now() > end) throw new Error(`${method} ${path} was never answered: ${last}`);
      const asked = callers[turn % callers.length] as Caller;
      try {
        const answer = method === "get" ? asked.get(path) : asked[method](path, body, keyed);
        began();
        const reply = await answer;
        if (!AGAIN.has(reply.status)) return reply;
        last = `${reply.status}`;
      } catch (error) {
        last = String(error);
      }
      turn += 1;
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
