/**
 * Measures a server's memory after rounds of the worst requests: pictures that decompress to the
 * pixel limit, visitors' forms, long bodies, and lists. It must not grow from round to round.
 */
import postgres from "postgres";
import { registrationForm } from "../kit/accounts.ts";
import { blackPng } from "../kit/bombs.ts";
import { caller } from "../kit/people.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, round, table } from "./kit/figures.ts";
import { people, type Signed } from "./kit/people.ts";
import { type Process, startDoubtless } from "./kit/process.ts";
import { footprint } from "./footprint.ts";
import { pause } from "./kit/replies.ts";

const MB = 2 ** 20;
const QUIET_MS = 2000;

export type Memory = {
  /** Megabytes before the first round, and after each round. */
  idle: number;
  after: number[];
  /** The peak during each round. */
  peaks: number[];
};

type Options = { rounds?: number; uploads?: number; forms?: number };

async function measureMemory(
  cluster: Cluster,
  { rounds = 5, uploads = 12, forms = 40 }: Options = {},
): Promise<Memory> {
  const databaseUrl = await cluster.newDatabase("memory");
  const files = await Deno.makeTempDir({ prefix: "doubtless-memory-" });
  try {
    await using server = await startDoubtless(databaseUrl, { FILES: files });
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    const students = await people(sql, "student", 40);
    await sql.end();
    const bomb = new File([blackPng(8000, 5000, { depth: 8, colour: 6 })], "a.png");
    const long = new File([blackPng(10, 10), new Uint8Array(9 * MB)], "a.png");
    const idle = server.memory();
    const [after, peaks]: [number[], number[]] = [[], []];
    for (let time = 0; time < rounds; time++) {
      forgetPeak(server);
      const one = students[time % students.length] as Signed;
      await all(uploads, () => upload(server, one, bomb));
      await all(uploads, () => register(server, bomb));
      await all(forms, () => register(server, long));
      await all(students.length, (at) => work(server, students[at] as Signed));
      peaks.push(peakOf(server));
      await pause(QUIET_MS);
      after.push(server.memory());
    }
    return { idle, after, peaks };
  } finally {
    await Deno.remove(files, { recursive: true });
  }
}

const all = (count: number, call: (at: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, at) => call(at)));

function upload(server: Process, { token }: Signed, file: File) {
  const form = new FormData();
  form.set("file", file);
  return caller(server, token).post("/upload", form);
}

const register = (server: Process, profileImage: File) =>
  caller(server).post(
    "/auth/register",
    registrationForm(`${crypto.randomUUID()}@class.test`, { profileImage }),
  );

/** Sends a body that is refused for its length and one just below the limit, and reads lists. */
async function work(server: Process, { token }: Signed): Promise<void> {
  const me = caller(server, token);
  for (const size of [300_000, 200_000]) {
    await me.post("/messages", { subject: "x", body: "x".repeat(size), isPublic: true });
  }
  for (let time = 0; time < 10; time++) await me.get("/doubts/filter-doubts");
}

const forgetPeak = ({ pid }: Process) => Deno.writeTextFileSync(`/proc/${pid}/clear_refs`, "5");

function peakOf({ pid }: Process): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(status.match(/VmHWM:\s+(\d+) kB/)?.[1]) / 1024;
}

/** @returns a report in Markdown */
export async function memory(cluster: Cluster, options: Options = {}): Promise<string> {
  const { idle, after, peaks } = await measureMemory(cluster, options);
  const last = (after.at(-1) ?? NaN) / (after[1] ?? NaN);
  return [
    await footprint(cluster),
    `### Memory after rounds of the worst requests (${machine()})`,
    `Rounds of pictures of 40 megapixels, forms of 9 MB, long bodies and lists; idle at ${
      round(idle, 0)
    } MB:`,
    table(
      ["round", "peak MB", "MB afterwards"],
      after.map((mb, at) => [String(at + 1), round(peaks[at] ?? NaN, 0), round(mb, 0)]),
    ),
    `The last round's to the second's: **× ${round(last)}**; the highest peak above idle: **${
      round(Math.max(...peaks) - idle, 0)
    } MB**.`,
  ].join("\n\n");
}
