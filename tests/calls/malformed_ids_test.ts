/** Every call with an id in its path is answered at once when that is no id: none hangs or fails. */
import { deepStrictEqual as equals } from "node:assert/strict";
import { ROLES } from "../../server/kit/core/roles.ts";
import { caller, person } from "../kit/people.ts";
import { ROUTES } from "../kit/routes.ts";
import { testServer } from "../kit/server.ts";
import { PATIENCE } from "../kit/until.ts";

const NO_IDS = ["x", "0", "null", "%00", "%ff", "%2e%2e", "'--", "%F0%9F%8F%AB", "a".repeat(2000)];
/** Parameters that make a read a search, which waits for its turn. */
const QUERIES = ["", "?text=loop&find=loop&search=loop&q=loop"];

Deno.test("a malformed id in a path is refused at once, in every call", async () => {
  await using server = await testServer();
  const askers = [caller(server)];
  for (const role of ROLES) askers.push(await person(server, role));
  const wrong: string[] = [];
  for (const key of Object.keys(ROUTES)) {
    const [method = "", pattern = ""] = key.split(" ");
    if (!pattern.includes(":")) continue;
    const calls = NO_IDS.flatMap((id) =>
      (method === "GET" ? QUERIES : [""]).map((query) => pattern.replace(/:\w+/g, id) + query)
    );
    // All at once: a search that is refused must not keep the turn of the next one.
    await Promise.all(askers.flatMap((asker) =>
      calls.map(async (path) => {
        const init = method === "GET" || method === "DELETE" ? {} : {
          headers: { "content-type": "application/json" },
          body: "{}",
        };
        const signal = AbortSignal.timeout(PATIENCE);
        const status = await asker.fetch(path, { method, signal, ...init }).then(
          async (response) => {
            await response.body?.cancel();
            return response.status;
          },
          ({ name }) => name,
        );
        const isRefused = typeof status === "number" && status >= 400 && status < 500;
        if (!isRefused) wrong.push(`${method} ${path.slice(0, 60)}: ${status}`);
      })
    ));
  }
  equals([...new Set(wrong)], []);
});
