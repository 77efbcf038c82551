/** Starts a server in this process and counts its statements. */
import type postgres from "postgres";
import { readEnv } from "../../../server/kit/core/env.ts";
import { startServer } from "../../../server/main.ts";
import type { Statement } from "./plans.ts";
import { SECRET } from "./process.ts";

export type Counted = {
  url: string;
  /**
   * The number of statements so far, including those in transactions.
   * @param about counts only the statements that match
   */
  statements(about?: RegExp): number;
  /** The statements so far, with their values. */
  sent: readonly Statement[];
  [Symbol.asyncDispose](): Promise<void>;
};

type Client = { unsafe(...query: unknown[]): unknown };

/** Nobody is notified: that would send statements at its own times. */
export async function startCounted(databaseUrl: string): Promise<Counted> {
  const { url, parts, stop } = await startServer(
    readEnv({
      PORT: "0",
      DATABASE_URL: databaseUrl,
      AUTH_SECRET: SECRET,
      LOG_LEVEL: "error",
    }),
    { notifies: false },
  );
  const sent: Statement[] = [];
  const counted = (client: Client): Client => {
    const unsafe = client.unsafe;
    client.unsafe = (...query) => {
      const [text, params = []] = query as [string, unknown[]?];
      sent.push({ text, params });
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
  const statements = (about?: RegExp) =>
    about ? sent.filter(({ text }) => about.test(text)).length : sent.length;
  return { url, statements, sent, [Symbol.asyncDispose]: stop };
}
