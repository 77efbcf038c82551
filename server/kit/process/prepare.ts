/** Prepares the embedded PostgreSQL with all permissions, outside of the server's folders. */
import { readEnv } from "../core/env.ts";
import { prepareHome } from "../postgres/postgres_home.ts";
import { runTask } from "./exit_messages.ts";

await runTask(async () => {
  const { data, databaseUrl } = readEnv(Deno.env.toObject());
  if (!databaseUrl) await prepareHome(`${data}/postgres`);
});
