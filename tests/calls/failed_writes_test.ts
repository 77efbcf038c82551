/** A write and its announcement are one: when the log refuses the events, nothing is written. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { prepareRequest } from "../kit/calls.ts";
import { ROUTES } from "../kit/routes.ts";
import { type TestServer, testServer } from "../kit/server.ts";

/**
 * Tables that change without a write: attempts are counted, and visits stored in the background.
 */
const CHANGED_BY_ITSELF = ["rate_limits", "visits"];

/** Returns a function that reads a digest of each table's rows, all in one statement. */
async function digestsOf({ parts }: TestServer): Promise<() => Promise<Record<string, string>>> {
  const { sql } = parts.database;
  const tables = await sql`
    select relname as name, array_agg(format('r.%I', attname) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0
      and not attisdropped and attname not in ('guesses', 'used_at')
      and relname not in ${sql(CHANGED_BY_ITSELF)}
    group by relname`;
  ok(tables.length > 30, `only ${tables.length} tables`);
  // A sum needs no order of the rows.
  const digests = tables.map(({ name, columns }) =>
    `select '${name}' as name, count(*) || ' ' ||
      coalesce(sum(hashtextextended(row(${columns.join(", ")})::text, 0)), 0) as digest
    from "${name}" as r`
  );
  const all = digests.join(" union all ");
  return async () =>
    Object.fromEntries((await sql.unsafe(all)).map(({ name, digest }) => [name, digest]));
}

Deno.test("a write whose announcement fails changes nothing", async (t) => {
  await using server = await testServer({ SMTP_URL: "smtp://127.0.0.1:9" });
  const { sql } = server.parts.database;
  const contents = await digestsOf(server);
  for (const [key, { announces = [] }] of Object.entries(ROUTES)) {
    if (announces.length === 0) continue;
    await t.step(key, async () => {
      const { send } = await prepareRequest(server, key);
      // No mail is retried while two states are compared.
      await sql`update mails set sent_at = now()`;
      const before = await contents();
      await sql`alter table events add constraint none check (false) not valid`;
      const { status, body } = await send().finally(() =>
        sql`alter table events drop constraint none`
      );
      equals([status, body.code], [500, "internal"]);
      equals(await contents(), before);
      const { status: good } = await send();
      ok([200, 201, 202].includes(good), "and is good as soon as it can be announced");
    });
  }
});
