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
   * Explains the plans that a server's connections use after some time: PostgreSQL chooses the plan
   * for any values instead of one for these, if it takes it for as good (PREPARE, "Notes").
   * Sums up the rows that all steps of the plans returned or discarded, and the 8 KB pages that
   * were read. `scanned` sums up the rows that were read from each table, by itself or its indexes.
   */
  explain(statements: Statement[]): Promise<Cost>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Cost = { rows: number; pages: number; scanned: Map<string, number> };

type Plan =
  & { Plans?: Plan[]; "Relation Name"?: string }
  & { [Key in Counted]?: number };
type Counted =
  | "Actual Rows"
  | "Actual Loops"
  | "Rows Removed by Filter"
  | "Rows Removed by Index Recheck"
  | "Shared Hit Blocks"
  | "Shared Read Blocks";

/** PostgreSQL makes so many plans for the values at hand before it considers a generic one. */
const CUSTOM_PLANS = 5;

/** A value as it stands in a statement. PostgreSQL knows its type from the prepared statement. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value instanceof Date) return literalOf(value.toISOString());
  if (Array.isArray(value)) {
    const items = value.map((item) => `"${String(item).replace(/["\\]/g, "\\$&")}"`);
    return literalOf(`{${items.join(",")}}`);
  }
  return `'${String(value).replaceAll("'", "''")}'`;
}

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
      const all: Cost = { rows: 0, pages: 0, scanned: new Map() };
      for (const { text, params } of statements) {
        await sql.unsafe(`prepare statement as ${text}`);
        const values = params.length > 0 ? `(${params.map(literalOf).join(", ")})` : "";
        const execute = `execute statement${values}`;
        for (let time = 0; time < CUSTOM_PLANS; time++) await sql.unsafe(execute);
        const [row] = await sql.unsafe(
          `explain (analyze, buffers, timing off, format json) ${execute}`,
        );
        await sql.unsafe("deallocate statement");
        const { Plan: plan } = row?.["QUERY PLAN"][0] as { Plan: Plan };
        for (const step of stepsOf(plan)) {
          const rows = rowsOf(step);
          all.rows += rows;
          const table = step["Relation Name"];
          if (table) all.scanned.set(table, (all.scanned.get(table) ?? 0) + rows);
        }
        all.pages += (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0);
      }
      return { ...all, rows: Math.round(all.rows) };
    },
    [Symbol.asyncDispose]: close,
  };
}

const stepsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];

function rowsOf(step: Plan): number {
  const each = (step["Actual Rows"] ?? 0) + (step["Rows Removed by Filter"] ?? 0) +
    (step["Rows Removed by Index Recheck"] ?? 0);
  return each * (step["Actual Loops"] ?? 0);
}
