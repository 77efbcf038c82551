/**
 * Measures exports of ten thousand and of a million doubts: the server's memory, which must not grow
 * with the number of rows, and rows a second beside a bare COPY of the same columns.
 */
import postgres from "postgres";
import { caller } from "../kit/people.ts";
import type { Cluster } from "./kit/cluster.ts";
import { fillClass } from "./kit/doubts.ts";
import { machine, round, table } from "./kit/figures.ts";
import { type Process, startDoubtless } from "./kit/process.ts";

type Options = { sizes?: [number, number] };

const FORMATS = ["csv", "jsonl"] as const;

const COPY = `copy (
  select d.id, a.title, a.distribution_tag, a.difficulty, p.name, p.email, p.branch, d.doubt_text,
    d.private, d.stage, d.entries, d.sharers, d.created_at, d.active_at, d.waiting_since, d.resolved_at
  from doubts as d join assignments as a on a.id = d.assignment_id
  join people as p on p.id = d.student_id order by d.active_at desc, d.id desc
) to stdout (format csv)`;

/** @returns a report in Markdown */
export async function exports(
  cluster: Cluster,
  { sizes = [10_000, 1_000_000] }: Options = {},
): Promise<string> {
  const rows: string[][] = [];
  for (const size of sizes) {
    const url = await cluster.newDatabase(`export_${size}`);
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    const { staff } = await fillClass(sql, size);
    await sql.end();
    await using server = await startDoubtless(url);
    const before = server.memory();
    for (const format of FORMATS) {
      // The first one warms up.
      if (size === sizes[0]) await read(server, staff.token, format);
      const { seconds, bytes, peak } = await read(server, staff.token, format);
      const bare = await copy(url);
      rows.push([
        `${size.toLocaleString("en")}, ${format}`,
        `${round(before, 0)} → ${round(peak, 0)}`,
        round(size / seconds, 0),
        round(size / bare, 0),
        `× ${round(bare / seconds, 2)}`,
        round(bytes / 2 ** 20, 0),
      ]);
    }
  }
  const head = ["doubts", "memory, its peak, MB", "rows/s", "COPY rows/s", "ratio", "MB sent"];
  return [`### Exports (${machine()})`, table(head, rows)].join("\n\n");
}

const peakOf = ({ pid }: Process): number => {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1]) / 1024;
};

/** Reads a whole export as fast as it comes, and keeps none of it. */
async function read(server: Process, token: string, format: typeof FORMATS[number]) {
  Deno.writeTextFileSync(`/proc/${server.pid}/clear_refs`, "5");
  const start = performance.now();
  const reply = await caller(server, token).fetch(`/exports/doubts?format=${format}`);
  let bytes = 0;
  for await (const chunk of reply.body ?? []) bytes += chunk.length;
  return { seconds: (performance.now() - start) / 1000, bytes, peak: peakOf(server) };
}

/**
 * By psql: postgres.js pauses its socket when a COPY is read slowly, and Deno never resumes it.
 * @returns seconds
 */
async function copy(url: string): Promise<number> {
  const start = performance.now();
  const psql = new Deno.Command("psql", {
    args: [url, "--quiet", "--command", COPY],
    stdout: "piped",
  }).spawn();
  for await (const _ of psql.stdout);
  if (!(await psql.status).success) throw new Error("psql failed");
  return (performance.now() - start) / 1000;
}
