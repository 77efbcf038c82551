/** A server in this process, whose statements are counted. */
import type postgres from "postgres";
import { readEnv } from "../../../server/kit/env.ts";
import { startServer } from "../../../server/main.ts";
import { SECRET } from "./process.ts";

export type Counted = {
  url: string;
  /** Statements so far, those of transactions included. */
  statements(): number;
  [Symbol.asyncDispose](): Promise<void>;
};

type Client = { unsafe(...query: unknown[]): unknown };

export async function startCounted(databaseUrl: string): Promise<Counted> {
  const { url, parts, stop } = await startServer(readEnv({
    PORT: "0",
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: SECRET,
    LOG_LEVEL: "error",
  }));
  let count = 0;
  const counted = (client: Client): Client => {
    const unsafe = client.unsafe;
    client.unsafe = (...query) => {
      count += 1;
      return unsafe(...query);
    };
    return client;
  };
  const { sql } = parts.database;
  const begin = sql.begin as unknown as (work: (tx: Client) => unknown) => unknown;
  counted(sql as unknown as Client);
  Object.assign(
    sql,
    {
      begin: (work: (tx: Client) => unknown) => begin((tx) => work(counted(tx))),
    } satisfies { [Name in keyof postgres.Sql]?: unknown },
  );
  return { url, statements: () => count, [Symbol.asyncDispose]: stop };
}
