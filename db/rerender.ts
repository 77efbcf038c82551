/**
 * Renders the stored texts again from their sources (`deno task rerender`), after an upgrade that
 * shows them differently. Servers may run meanwhile.
 */
import type postgres from "postgres";
import { fenced } from "../server/kit/content/code_fence.ts";
import { codeToHtml, toHtml } from "../server/kit/content/html.ts";
import { readEnv } from "../server/kit/core/env.ts";
import { Refusal } from "../server/kit/core/errors.ts";
import { connect, openOne } from "../server/kit/db/database.ts";
import { migrate } from "../server/kit/db/migrate.ts";
import { runTask } from "../server/kit/process/exit_messages.ts";
import { openConfigured } from "./open.ts";

export type TextColumn = {
  table: string;
  key: readonly string[];
  source: string;
  html: string;
  /** The field, if `html` is an object. */
  field?: string;
  kind: "text" | "code";
  /** An expression for the language of code, by which its block is named. */
  language?: string;
};

const text = { key: ["id"], html: "html", kind: "text" } as const;
const ofResponse = { table: "responses", key: ["assignment_id", "student_id"] } as const;
const program = { kind: "code", language: "language" } as const;
const ofSolution = { source: "student_solution_source", html: "student_solution" };
const ofCorrection = {
  source: "updated_student_solution_source",
  html: "updated_student_solution",
};

/** Every column with HTML; public ones first. */
export const TEXT_COLUMNS: TextColumn[] = [
  { ...text, table: "about", source: "story", field: "story" },
  { ...text, table: "about", source: "mission", field: "mission" },
  { ...text, table: "briefings", source: "class_summary", field: "classSummary" },
  { ...text, table: "briefings", source: "class_questions", field: "classQuestions" },
  { ...text, table: "briefings", source: "homework_questions", field: "homeworkQuestions" },
  { ...text, table: "assignments", source: "explanation_source", html: "explanation" },
  { ...text, table: "solutions", source: "content_source", html: "content" },
  { ...text, table: "doubt_entries", source: "message" },
  { ...text, table: "line_comments", source: "text" },
  { ...text, table: "doubt_entry_versions", key: ["entry_id", "number"], source: "message" },
  { ...text, table: "line_comment_versions", key: ["comment_id", "number"], source: "text" },
  { ...text, table: "line_comment_answers", source: "text" },
  { ...ofResponse, ...ofSolution, ...program },
  { ...ofResponse, ...ofCorrection, ...program },
  { table: "attempts", key: ["id"], ...ofSolution, ...program },
  {
    table: "reviews",
    key: ["id"],
    ...ofCorrection,
    kind: "code",
    language: `(select language from responses
      where (assignment_id, student_id) = (reviews.assignment_id, reviews.student_id))`,
  },
];

const ROWS_AT_ONCE = 100;

/** @returns how many texts have changed */
export async function rerender(url: string): Promise<number> {
  // One connection reads while the other one writes; also the texts of ended terms, which are
  // read-only.
  const connection = { application_name: "doubtless", "doubtless.moves_terms": "on" };
  const two = openOne(url, { max: 2, connection });
  try {
    let changed = 0;
    for (const part of TEXT_COLUMNS) changed += await renderPart(two, part);
    if (changed > 0) await beginLog(two);
    return changed;
  } finally {
    await two.end();
  }
}

type Row = { key: string[]; source: string; html: string; language: string | null };

async function renderPart(two: postgres.Sql, part: TextColumn): Promise<number> {
  const { table, key, source, field, language = "null" } = part;
  const html = field ? `${part.html} ->> '${field}'` : part.html;
  const set = field ? `jsonb_set(${part.html}, '{${field}}', to_jsonb($1::text))` : "$1::text";
  const isRow = key.map((column, at) => `${column} = $${at + 4}`).join(" and ");
  const rows = two.unsafe<Row[]>(
    `select array[${key.map((column) => `${column}::text`).join(", ")}] as key,
       ${source} as source, ${html} as html, ${language} as language
     from ${table} where ${html} is not null`,
  );
  let changed = 0;
  for await (const some of rows.cursor(ROWS_AT_ONCE)) {
    for (const row of some) {
      const fresh = rendered(part, row);
      if (fresh === row.html) continue;
      // A text that was written meanwhile was rendered by its own request: leave it.
      const { count } = await two.unsafe(
        `update ${table} set ${part.html} = ${set}
         where ${source} = $2::text and ${html} = $3::text and ${isRow}`,
        [fresh, row.source, row.html, ...row.key],
      );
      changed += count;
    }
  }
  return changed;
}

/** The text as HTML. A text that is refused today is shown as it was written. */
function rendered({ kind, source: field, table }: TextColumn, { key, source, language }: Row) {
  try {
    if (kind === "text") return toHtml(source, field);
    return codeToHtml(language ? fenced(source, language) : source, field);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.warn(`  A text of ${table} (${key}) is shown as it was written: ${error.message}`);
    const plain = source.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
    return `<pre><code>${plain}</code></pre>`;
  }
}

/** Events contain HTML, too. With a new log, clients that were away fetch everything again. */
async function beginLog(two: postgres.Sql): Promise<void> {
  await two.begin(async (tx) => {
    await tx`truncate events`;
    // Skip one number, so that no client has seen every event before the next one.
    await tx`select nextval(pg_get_serial_sequence('events', 'seq'))`;
    await tx`insert into events (type, rooms, data, created_at)
      values ('stats.changed', array['staff'], '{}', now())`;
  });
}

async function main(): Promise<void> {
  const { url, close } = await openConfigured(readEnv(Deno.env.toObject()));
  const database = connect(url);
  try {
    await migrate(database);
    console.log(`\n  ${await rerender(url)} stored texts are shown differently now.\n`);
  } finally {
    await database.close();
    await close();
  }
}

if (import.meta.main) await runTask(main);
