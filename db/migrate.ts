/** Migrates the database in DATABASE_URL: `deno task migrate`. */
import { databaseUrlIn } from "../server/kit/core/env.ts";
import { openNamed } from "../server/kit/db/database.ts";
import { SettingsError } from "../server/kit/core/errors.ts";
import { migrate } from "../server/kit/db/migrate.ts";
import { runTask } from "../server/kit/process/exit_messages.ts";

async function main(): Promise<void> {
  const url = databaseUrlIn(Deno.env.toObject());
  if (!url) throw new SettingsError("Name the database to update in DATABASE_URL.");
  const database = await openNamed(url);
  try {
    await migrate(database);
    console.log("The database is up to date.");
  } finally {
    await database.close();
  }
}

await runTask(main);
