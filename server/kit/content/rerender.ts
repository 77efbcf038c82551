/**
 * When the renderer changes, the stored texts are rendered again from their sources: in the
 * background, by one server for all of a database. When that server stops, another one continues
 * where it stopped.
 */
import { sql } from "drizzle-orm";
import type postgres from "postgres";
import { type Database, openOne } from "../db/database.ts";
import { Refusal } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { fenced } from "./code_fence.ts";
import { RENDERER } from "./rich_text.ts";

export type Stored = {
  table: string;
  key: readonly string[];
  keyTypes: readonly ("uuid" | "integer")[];
  source: string;
  html: string;
  /** The field, if `html` is an object. */
  field?: string;
  kind: "text" | "code";
  /** An expression for the language of code, by which its block is named. */
  language?: string;
};

const byId = { key: ["id"], keyTypes: ["uuid"] } as const;
const ofResponse = {
  key: ["assignment_id", "student_id"],
  keyTypes: ["uuid", "uuid"],
} as const;
const ofSolution = { source: "student_solution_source", html: "student_solution" };
const ofCorrection = {
  source: "updated_student_solution_source",
  html: "updated_student_solution",
};
const ofProgram = { kind: "code", language: "language" } as const;
const ofAbout = { table: "about", key: ["id"], keyTypes: ["integer"], html: "html" } as const;
const ofBriefing = { table: "briefings", ...byId, html: "html" } as const;

const ofVersion = { keyTypes: ["uuid", "integer"], html: "html", kind: "text" } as const;

/** Every column with HTML; public ones first. */
export const STORED: Stored[] = [
  { ...ofAbout, source: "story", field: "story", kind: "text" },
  { ...ofAbout, source: "mission", field: "mission", kind: "text" },
  { ...ofBriefing, source: "class_summary", field: "classSummary", kind: "text" },
  { ...ofBriefing, source: "class_questions", field: "classQuestions", kind: "text" },
  { ...ofBriefing, source: "homework_questions", field: "homeworkQuestions", kind: "text" },
  {
    table: "assignments",
    ...byId,
    source: "explanation_source",
    html: "explanation",
    kind: "text",
  },
  { table: "solutions", ...byId, source: "content_source", html: "content", kind: "text" },
  { table: "doubt_entries", ...byId, source: "message", html: "html", kind: "text" },
  { table: "line_comments", ...byId, source: "text", html: "html", kind: "text" },
  { table: "doubt_entry_versions", key: ["entry_id", "number"], source: "message", ...ofVersion },
  { table: "line_comment_versions", key: ["comment_id", "number"], source: "text", ...ofVersion },
  { table: "line_comment_answers", ...byId, source: "text", html: "html", kind: "text" },
  { table: "responses", ...ofResponse, ...ofSolution, ...ofProgram },
  { table: "responses", ...ofResponse, ...ofCorrection, ...ofProgram },
  { table: "attempts", ...byId, ...ofSolution, ...ofProgram },
  {
    table: "reviews",
    ...byId,
    ...ofCorrection,
    kind: "code",
    language: `(select language from responses
      where (assignment_id, student_id) = (reviews.assignment_id, reviews.student_id))`,
  },
];

export const nameOf = ({ table, html, field }: Stored): string =>
  [table, html, field].filter(Boolean).join(".");

/** Texts that the newest renderer shows differently. All others are skipped. */
const CHANGED = String.raw`<|&|__`;
const ROWS_AT_ONCE = 50;
const RETRY_MS = 30_000;
/**
 * During a rolling upgrade, an old server still writes with its renderer. For this long, every
 * start checks all texts again.
 */
const AGAIN_WITHIN = "1 hour";
const RERENDER_LOCK = 7_361_123;
const LOG = "events";

/**
 * In a database without people there is no text of an older renderer, nor a server that still writes
 * one. So the texts of its first hour, the demo class above all, are not rendered twice.
 */
export async function noteEmptyDatabase({ db }: Database): Promise<void> {
  const parts = JSON.stringify(STORED.map(nameOf));
  await db.execute(sql`
    insert into renderings (part, renderer, begun_at, done_at)
    select part, ${RENDERER}, 'epoch', now() from json_array_elements_text(${parts}) as part
    where not exists (select from people)
    on conflict do nothing`);
}

/**
 * Events contain HTML too. The first server with a new renderer starts a new event log before it
 * reads any of it, so clients that were away fetch everything again. If the log cannot be locked at
 * once, the next start does it, because no start may wait for it.
 */
export async function forgetOldEvents({ db }: Database, log: Log): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '2s'`);
      const isFirst = await tx.execute(sql`
        insert into renderings as known (part, renderer, begun_at, done_at)
        values (${LOG}, ${RENDERER}, now(), now())
        on conflict (part) do update set renderer = excluded.renderer, done_at = excluded.done_at
        where known.renderer < excluded.renderer
        returning part`);
      const [last] = await tx.execute(sql`select seq from events order by seq desc limit 1`);
      if (isFirst.length === 0 || !last) return;
      await tx.execute(sql`truncate events`);
      // Skip one number, so that no client has seen every event before the next one.
      await tx.execute(sql`select nextval(pg_get_serial_sequence('events', 'seq'))`);
      await tx.execute(sql`insert into events (type, rooms, data, created_at)
        values ('stats.changed', array['staff'], '{}', now())`);
    });
  } catch (error) {
    log.warn({ error }, "events of an older renderer are kept until the next start");
  }
}

type Options = {
  database: Database;
  render: Record<Stored["kind"], (source: string, field: string) => Promise<string>>;
  log: Log;
};

/** A run over the stored texts: its parts, and how it stops. */
type Run = Options & {
  isStopped(): boolean;
  /** Waits, and no longer than until the run is stopped. */
  pause(ms: number): Promise<void>;
};

/** @returns a function that stops it after the row in work */
export function startRerendering(options: Options): () => Promise<void> {
  let isStopped = false;
  const stopped = Promise.withResolvers<void>();
  const run: Run = {
    ...options,
    isStopped: () => isStopped,
    async pause(ms) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await Promise.race([
        new Promise((over) => timer = setTimeout(over, ms)),
        stopped.promise,
      ]);
      clearTimeout(timer);
    },
  };
  const work = untilDone(run);
  return async () => {
    isStopped = true;
    stopped.resolve();
    await work;
  };
}

async function untilDone(run: Run): Promise<void> {
  while (!run.isStopped()) {
    const isDone = await renderAll(run).catch((error) => {
      if (!run.isStopped()) run.log.warn({ error }, "stored texts could not be rendered anew");
      return false;
    });
    if (isDone) return;
    await run.pause(RETRY_MS);
  }
}

/** Returns whether every column is known to be done, so that nothing has to be written. */
async function isAllDone({ sql }: Database): Promise<boolean> {
  const done = await sql<{ part: string }[]>`
    select part from renderings
    where renderer > ${RENDERER}
      or renderer = ${RENDERER} and done_at is not null
        and begun_at <= now() - ${AGAIN_WITHIN}::interval`;
  return STORED.every((part) => done.some((one) => one.part === nameOf(part)));
}

/** @returns false while another server is doing it */
async function renderAll(run: Run): Promise<boolean> {
  if (await isAllDone(run.database)) return true;
  const one = openOne(run.database.url, {
    connection: { application_name: "doubtless", statement_timeout: 15_000 },
  });
  try {
    // Also the texts of ended terms, which are read-only.
    await one`select set_config('doubtless.moves_terms', 'on', false)`;
    const [lock] = await one`select pg_try_advisory_lock(${RERENDER_LOCK}) as mine`;
    if (lock?.mine !== true) return false;
    let changed = 0;
    for (const part of STORED) changed += await renderPart(run, one, part);
    if (changed > 0) run.log.info({ changed }, "stored texts were rendered anew");
    return true;
  } finally {
    await one.end({ timeout: 5 });
  }
}

/** Renders one column, from the row where a server before stopped. @returns how many rows changed */
async function renderPart(run: Run, one: postgres.Sql, part: Stored): Promise<number> {
  const name = nameOf(part);
  await one`
    insert into renderings as known (part, renderer, begun_at)
    values (${name}, ${RENDERER}, now())
    on conflict (part) do update
    set renderer = excluded.renderer, begun_at = now(), reached = null, done_at = null
    where known.renderer < excluded.renderer
      or known.renderer = excluded.renderer and known.done_at is not null
        and known.begun_at > now() - ${AGAIN_WITHIN}::interval`;
  let changed = 0;
  while (!run.isStopped()) {
    const [known] = await one`
      select reached from renderings
      where part = ${name} and renderer = ${RENDERER} and done_at is null`;
    if (!known) break;
    const begun = performance.now();
    const rows = await rowsAfter(one, part, known.reached);
    for (const row of rows) {
      if (run.isStopped()) return changed;
      changed += await renderRow(run, one, part, row);
    }
    const isEnd = rows.length < ROWS_AT_ONCE;
    const reached = rows.at(-1)?.key ?? known.reached;
    await one`
      update renderings set reached = ${reached}, done_at = ${isEnd ? one`now()` : null}
      where part = ${name}`;
    // Rest for as long as the rows took: people's own texts come first.
    if (!isEnd) await run.pause(performance.now() - begun);
  }
  return changed;
}

async function renderRow(run: Run, one: postgres.Sql, part: Stored, row: Row): Promise<number> {
  const html = await rendered(run, part, row);
  if (html === row.html) return 0;
  const { table, key, keyTypes, source } = part;
  const isRow = key.map((column, at) => `${column} = $${at + 4}::${keyTypes[at]}`).join(" and ");
  const set = part.field
    ? `${part.html} = jsonb_set(${part.html}, '{${part.field}}', to_jsonb($1::text))`
    : `${part.html} = $1::text`;
  // A text that was written meanwhile was rendered by its own request: leave it.
  const { count } = await one.unsafe(
    `update ${table} set ${set}
     where ${source} = $2::text and ${htmlOf(part)} = $3::text and ${isRow}`,
    [html, row.source, row.html, ...row.key],
  );
  return count;
}

/** The text as HTML. A text that this renderer refuses is shown as it was written. */
async function rendered(
  { render, log, isStopped }: Run,
  part: Stored,
  { source, key, language }: Row,
): Promise<string> {
  const attempt = () =>
    render[part.kind](language ? fenced(source, language) : source, part.source);
  try {
    // A busy server may refuse a text because of the time it took. Try it once more.
    return await attempt().catch(attempt);
  } catch (error) {
    // The renderer is busy now, or is being stopped: this says nothing about the text.
    if (isStopped() || error instanceof Refusal && error.status !== 400) throw error;
    log.warn({ error, part: nameOf(part), key }, "a stored text is shown as it was written");
    return `<pre><code>${escaped(source)}</code></pre>`;
  }
}

type Row = { key: string[]; source: string; html: string; language: string | null };

const htmlOf = ({ html, field }: Stored): string => field ? `${html} ->> '${field}'` : html;

async function rowsAfter(
  one: postgres.Sql,
  part: Stored,
  reached: string[] | null,
): Promise<Row[]> {
  const { table, key, keyTypes, source, language = "null" } = part;
  const columns = key.join(", ");
  const after = key.map((_, at) => `$${at + 1}::${keyTypes[at]}`).join(", ");
  return await one.unsafe<Row[]>(
    `select array[${key.map((column) => `${column}::text`).join(", ")}] as key,
       ${source} as source, ${htmlOf(part)} as html, ${language} as language
     from ${table}
     where ${htmlOf(part)} is not null and ${source} ~ '${CHANGED}'
       ${reached ? `and (${columns}) > (${after})` : ""}
     order by ${columns} limit ${ROWS_AT_ONCE}`,
    reached ?? [],
  );
}

const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
