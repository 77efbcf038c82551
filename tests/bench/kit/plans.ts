/**
 * Records the statements of a read, and counts the rows and pages that PostgreSQL reads for them.
 */
import { drizzle } from "drizzle-orm/postgres-js";
import { connect } from "../../../server/kit/db/database.ts";
import type { Ask } from "../../../server/kit/http/guard.ts";
import type { Role } from "../../../server/kit/core/roles.ts";

export type Statement = { text: string; params: unknown[] };

export type Reading = {
  /** Runs a read as this person, and returns its statements. */
  statements(
    me: { _id: string; role: Role },
    read: (ask: Ask) => Promise<unknown>,
  ): Promise<Statement[]>;
  /**
   * Sums up the rows that all steps of the plans returned or discarded, and the 8 KB pages that
   * were read.
   */
  explain(statements: Statement[]): Promise<{ rows: number; pages: number }>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Plan = { Plans?: Plan[] } & Record<string, number | undefined>;

export function openPlanReader(databaseUrl: string): Reading {
  const { sql, close } = connect(databaseUrl, { max: 1 });
  const heard: Statement[] = [];
  const logQuery = (text: string, params: unknown[]) => void heard.push({ text, params });
  const db = drizzle(sql, { casing: "snake_case", logger: { logQuery } });
  return {
    async statements({ _id, role }, read) {
      heard.length = 0;
      await read({
        db,
        me: { _id, role, name: "" },
        now: new Date().toISOString(),
        zone: "Asia/Kolkata",
      });
      return [...heard];
    },
    async explain(statements) {
      const all = { rows: 0, pages: 0 };
      for (const { text, params } of statements) {
        const [row] = await sql.unsafe(
          `explain (analyze, buffers, timing off, format json) ${text}`,
          params as string[],
        );
        const { Plan: plan } = row?.["QUERY PLAN"][0] as { Plan: Plan };
        all.rows += rowsOf(plan);
        all.pages += (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
      }
      return { rows: Math.round(all.rows), pages: all.pages };
    },
    [Symbol.asyncDispose]: close,
  };
}

function rowsOf(plan: Plan): number {
  const each = (plan["Actual Rows"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0);
  const below = (plan.Plans ?? []).reduce((sum, step) => sum + rowsOf(step), 0);
  return each * (plan["Actual Loops"] ?? 0) + below;
}
