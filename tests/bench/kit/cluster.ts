/** Starts a PostgreSQL for the benchmarks, with its default, durable settings. */
import postgres from "postgres";
import { connect } from "../../../server/kit/db/database.ts";
import { startEmbedded } from "../../../server/kit/postgres/embedded_postgres.ts";
import { migrate } from "../../../server/kit/db/migrate.ts";

export type Cluster = {
  /** Creates a database with the current schema and no rows, and returns its address. */
  newDatabase(name: string): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startCluster(): Promise<Cluster> {
  const folder = await Deno.makeTempDir({ prefix: "doubtless-bench-" });
  const { url, stop } = await startEmbedded(folder);
  return {
    async newDatabase(name) {
      const admin = postgres(url, { max: 1, onnotice: () => {} });
      await admin.unsafe(`create database ${name}`);
      await admin.end();
      const made = Object.assign(new URL(url), { pathname: `/${name}` }).href;
      const database = connect(made, { max: 1 });
      await migrate(database);
      await database.close();
      return made;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await Deno.remove(folder, { recursive: true });
    },
  };
}
