/**
 * Prepares what the embedded PostgreSQL needs outside of the server's folders. `task start` runs it
 * with all permissions, before the server, which reports what is wrong with the settings.
 */
import { readEnv } from "../core/env.ts";
import { operatorSentence } from "./exit_messages.ts";
import { prepareHome } from "../postgres/postgres_home.ts";

try {
  const { data, databaseUrl } = readEnv(Deno.env.toObject());
  if (!databaseUrl) await prepareHome(`${data}/postgres`);
} catch (error) {
  if (operatorSentence(error) === null) throw error;
}
