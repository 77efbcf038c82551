/**
 * Measures the tasks `backup` and `restore` with ten thousand and with a million doubts,
 * each with a hundred uploads: their memory, which must not grow with what they copy.
 */
import postgres from "postgres";
import { openStore } from "../../server/kit/files/s3.ts";
import { MEMORY_SETTINGS } from "../kit/server_command.ts";
import type { Cluster } from "./kit/cluster.ts";
import { fillClass } from "./kit/doubts.ts";
import { machine, round, table } from "./kit/figures.ts";

type Options = { sizes?: [number, number]; files?: number };

const FILE_BYTES = 5 * 2 ** 20;
const LOOK_MS = 50;

/** @returns a report in Markdown */
export async function backup(
  cluster: Cluster,
  { sizes = [10_000, 1_000_000], files = 100 }: Options = {},
): Promise<string> {
  const rows: string[][] = [];
  for (const size of sizes) {
    const folder = await Deno.makeTempDir({ prefix: "doubtless-backup-" });
    const [from, to] = [
      await cluster.newDatabase(`backup_${size}`),
      await cluster.newDatabase(`restore_${size}`),
    ];
    const sql = postgres(from, { max: 1, onnotice: () => {} });
    await fillClass(sql, size);
    await upload(sql, { folder: `${folder}/files`, count: files });
    await sql.end();
    const path = `${folder}/backup.tar.gz`;
    for (const [name, url, ...args] of [["backup", from, path], ["restore", to, path]] as const) {
      const files = name === "backup" ? `${folder}/files` : `${folder}/restored`;
      const { seconds, peak } = await run(`db/${name}.ts`, args, {
        DATABASE_URL: url,
        FILES: files,
      });
      const { size: bytes } = await Deno.stat(path);
      rows.push([
        `${name}, ${size.toLocaleString("en")}`,
        round(peak, 0),
        round(seconds, 0),
        round(bytes / 2 ** 20, 0),
      ]);
    }
    await Deno.remove(folder, { recursive: true });
  }
  const head = ["doubts", "memory, its peak, MB", "seconds", "MB of the backup"];
  return [`### Backups (${machine()})`, table(head, rows)].join("\n\n");
}

/** Stores files of bytes that do not compress, named in the database. */
async function upload(
  sql: postgres.Sql,
  { folder, count }: { folder: string; count: number },
): Promise<void> {
  const store = openStore(folder);
  const bytes = new Uint8Array(FILE_BYTES);
  for (let at = 0; at < bytes.length; at += 65_536) {
    crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  }
  for (let at = 0; at < count; at++) {
    const id = crypto.randomUUID().replaceAll("-", "");
    await store.put(id, bytes);
    await sql`insert into files ${
      sql({ id, name: "a.png", type: "image/png", size: bytes.length, created_at: new Date() })
    }`;
  }
}

/** Runs a task to its end. @throws Error when it fails */
async function run(file: string, args: readonly string[], env: Record<string, string>) {
  const start = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", file, ...args],
    env: {
      ...MEMORY_SETTINGS,
      ...env,
      AUTH_SECRET: "a secret that only the benchmarks know, 32 bytes and more",
    },
    stdout: "null",
    stderr: "null",
  }).spawn();
  let [peak, isOver] = [0, false];
  const ended = child.status.finally(() => isOver = true);
  while (!isOver) {
    const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
    peak = Math.max(peak, Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1] ?? 0) / 1024);
    await new Promise((look) => setTimeout(look, LOOK_MS));
  }
  if (!(await ended).success) throw new Error(`${file} failed`);
  return { seconds: (performance.now() - start) / 1000, peak };
}
