/**
 * Stored HTML was made by the renderer of its day. When the renderer changes, what is stored is
 * rendered anew from its source: in the background, once for all servers of a database, from where
 * it was left when a server stopped.
 */
import { sql } from "drizzle-orm";
import postgres from "postgres";
import type { Database } from "./database.ts";
import { Refusal } from "./errors.ts";
import type { Log } from "./log.ts";
import { RENDERER } from "./rich.ts";

export type Stored = {
  table: string;
  key: readonly string[];
  keyType: "uuid" | "integer";
  source: string;
  html: string;
  /** Where `html` is an object, its field. */
  field?: string;
  kind: "text" | "code";
};

const byId = { key: ["id"], keyType: "uuid" } as const;
const ofResponse = { key: ["assignment_id", "student_id"], keyType: "uuid" } as const;
const ofSolution = { source: "student_solution_source", html: "student_solution" };
const ofCorrection = {
  source: "updated_student_solution_source",
  html: "updated_student_solution",
};
const ofAbout = { table: "about", key: ["id"], keyType: "integer", html: "html" } as const;
const ofBriefing = { table: "briefings", ...byId, html: "html" } as const;

/** Every column of HTML, public ones first. */
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
  { table: "responses", ...ofResponse, ...ofSolution, kind: "code" },
  { table: "responses", ...ofResponse, ...ofCorrection, kind: "code" },
  { table: "attempts", ...byId, ...ofSolution, kind: "code" },
  { table: "reviews", ...byId, ...ofCorrection, kind: "code" },
];

export const nameOf = ({ table, html, field }: Stored): string =>
  [table, html, field].filter(Boolean).join(".");

/** What the renderer shows in another way since its last version; all else is not looked at. */
const CHANGED = String.raw`<|!\[|\[\^`;
const ROWS_AT_ONCE = 50;
const RETRY_MS = 30_000;
/**
 * While servers are replaced one by one, an older one still writes as it did: for this long each
 * start looks at all of it again.
 */
const AGAIN_WITHIN = "1 hour";
const RERENDER_LOCK = 7_361_123;
const LOG = "events";

/**
 * Events hold HTML too. The first server with a new renderer begins the log anew, before it reads any
 * of it: whoever was away is told to fetch afresh. A log that cannot be had at once is left for the
 * next start, since no start may wait for it.
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
      // One number is left out, so that nobody has seen all that came before the next one.
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

/** @returns what stops it, after the row that it is at */
export function startRerendering({ database, render, log }: Options): () => Promise<void> {
  let isStopped = false;
  const stopped = Promise.withResolvers<void>();
  const work = goOn();

  async function goOn(): Promise<void> {
    while (!isStopped) {
      const isDone = await onceForAll().catch((error) => {
        if (!isStopped) log.warn({ error }, "stored texts could not be rendered anew");
        return false;
      });
      if (isDone) return;
      await pause(RETRY_MS);
    }
  }

  /** @returns false while another server is at it */
  async function onceForAll(): Promise<boolean> {
    const one = postgres(database.url, {
      max: 1,
      onnotice: () => {},
      connection: { application_name: "doubtless", statement_timeout: 15_000 },
    });
    try {
      const [lock] = await one`select pg_try_advisory_lock(${RERENDER_LOCK}) as mine`;
      if (lock?.mine !== true) return false;
      let changed = 0;
      for (const part of STORED) changed += await renderPart(one, part);
      if (changed > 0) log.info({ changed }, "stored texts were rendered anew");
      return true;
    } finally {
      await one.end({ timeout: 5 });
    }
  }

  async function renderPart(one: postgres.Sql, part: Stored): Promise<number> {
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
    while (!isStopped) {
      const [known] = await one`
        select reached from renderings
        where part = ${name} and renderer = ${RENDERER} and done_at is null`;
      if (!known) break;
      const begun = performance.now();
      const rows = await rowsAfter(one, part, known.reached);
      for (const row of rows) {
        if (isStopped) return changed;
        changed += await renderRow(one, part, row);
      }
      const isEnd = rows.length < ROWS_AT_ONCE;
      const reached = rows.at(-1)?.key ?? known.reached;
      await one`
        update renderings set reached = ${reached}, done_at = ${isEnd ? one`now()` : null}
        where part = ${name}`;
      // It has half of the time: people's texts come first.
      if (!isEnd) await pause(performance.now() - begun);
    }
    return changed;
  }

  async function renderRow(one: postgres.Sql, part: Stored, row: Row): Promise<number> {
    const html = await rendered(part, row);
    if (html === row.html) return 0;
    const { table, key, keyType, source } = part;
    const isRow = key.map((column, at) => `${column} = $${at + 4}::${keyType}`).join(" and ");
    const set = part.field
      ? `${part.html} = jsonb_set(${part.html}, '{${part.field}}', to_jsonb($1::text))`
      : `${part.html} = $1::text`;
    // What was written meanwhile was rendered by its writer.
    const { count } = await one.unsafe(
      `update ${table} set ${set}
       where ${source} = $2::text and ${htmlOf(part)} = $3::text and ${isRow}`,
      [html, row.source, row.html, ...row.key],
    );
    return count;
  }

  /** What the renderer refuses by now is shown as it was written. */
  async function rendered(part: Stored, { source, key }: Row): Promise<string> {
    const attempt = () => render[part.kind](source, part.source);
    try {
      // On a busy server a text may be refused for the time that it took: it has a second chance.
      return await attempt().catch(attempt);
    } catch (error) {
      // The renderer has no room for it now, or is being stopped.
      if (isStopped || error instanceof Refusal && error.status !== 400) throw error;
      log.warn({ error, part: nameOf(part), key }, "a stored text is shown as it was written");
      return `<pre><code>${escaped(source)}</code></pre>`;
    }
  }

  async function pause(ms: number): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    await Promise.race([
      new Promise((over) => timer = setTimeout(over, ms)),
      stopped.promise,
    ]);
    clearTimeout(timer);
  }

  return async () => {
    isStopped = true;
    stopped.resolve();
    await work;
  };
}

type Row = { key: string[]; source: string; html: string };

const htmlOf = ({ html, field }: Stored): string => field ? `${html} ->> '${field}'` : html;

async function rowsAfter(
  one: postgres.Sql,
  part: Stored,
  reached: string[] | null,
): Promise<Row[]> {
  const { table, key, keyType, source } = part;
  const columns = key.join(", ");
  const after = key.map((_, at) => `$${at + 1}::${keyType}`).join(", ");
  return await one.unsafe<Row[]>(
    `select array[${key.map((column) => `${column}::text`).join(", ")}] as key,
       ${source} as source, ${htmlOf(part)} as html
     from ${table}
     where ${htmlOf(part)} is not null and ${source} ~ '${CHANGED}'
       ${reached ? `and (${columns}) > (${after})` : ""}
     order by ${columns} limit ${ROWS_AT_ONCE}`,
    reached ?? [],
  );
}

const escaped = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
