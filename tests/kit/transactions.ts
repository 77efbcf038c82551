/** Notes the statements that a server sends in its transactions. */
import type { TestServer } from "./server.ts";

type Client = { unsafe(...query: unknown[]): unknown };

/** Notes the statements of each transaction from now on. */
export function noteTransactions({ parts }: TestServer): string[][] {
  const { sql } = parts.database;
  const noted: string[][] = [];
  const begin = sql.begin as unknown as (work: (tx: Client) => unknown) => unknown;
  const following = (tx: Client, statements: string[]): Client => {
    const unsafe = tx.unsafe;
    tx.unsafe = (...query) => {
      statements.push(String(query[0]));
      return unsafe(...query);
    };
    return tx;
  };
  Object.assign(sql, {
    begin: (work: (tx: Client) => unknown) =>
      begin((tx) => work(following(tx, noted[noted.push([]) - 1] ?? []))),
  });
  return noted;
}
