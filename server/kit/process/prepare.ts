/** Prepares the embedded PostgreSQL with all permissions, outside of the server's folders. */
import { readEnv } from "../core/env.ts";
import { operatorSentence } from "./exit_messages.ts";
import { prepareHome } from "../postgres/postgres_home.ts";

try {
  const { data, databaseUrl } = readEnv(Deno.env.toObject());
  if (!databaseUrl) await prepareHome(`${data}/postgres`);
} catch (error) {
  if (operatorSentence(error) === null) throw error;
}
