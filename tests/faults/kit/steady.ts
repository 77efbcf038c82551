/** Calls made again until they are answered, each write under one key: as the web client makes them. */
import { type Caller, caller, type Reply } from "../../kit/people.ts";

export type Steady = Caller & {
  /** How often a call had to be made again because it failed. */
  retries(): number;
};

/** Nobody answered, or a part was away: the same again is the right thing to do. */
const AGAIN = new Set([502, 503, 504]);
const PAUSE_MS = 100;
const PATIENCE_MS = 60_000;

type Options = {
  /** Called as a call is made. */
  began?: () => void;
  /** The reply to every so many writes is lost on its way: they are made again. */
  loseEvery?: number;
};

/** @param urls the servers, or the proxy before them; whoever did not answer is not asked next */
export function steady(
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
    const end = Date.now() + PATIENCE_MS;
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
