/**
 * Measures the map of a class session: 600 students who each run code every 30 seconds. The runs
 * are posted as a browser posts them, and nothing is compiled. In the same run, a bare server gets
 * a request for each run, inserts one row and broadcasts the same bytes to as many sockets as staff
 * watch the map. The students are connected as well.
 */
import { Buffer } from "node:buffer";
import postgres from "postgres";
import WebSocket from "ws";
import { casesOf } from "../../server/runs/policy.ts";
import { caseResult, claim, SUM, sumQuestion } from "../kit/runs.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, percentile, round, table } from "./kit/figures.ts";
import { people, type Signed, testPerson } from "./kit/people.ts";
import { type Process, startBare, startDoubtless } from "./kit/process.ts";
import { pause } from "./kit/replies.ts";
import { startCounted } from "./kit/statements.ts";
import { watchDoubtless } from "./kit/watchers.ts";

type Options = { students?: number; staff?: number; seconds?: number; warmUp?: number };

/** A student runs code once in this many seconds. */
const EVERY = 30;
const OUTPUTS = ["10", "4", "11", "7"];
/** Runs on a counted server, of which the least statements count. */
const COUNTED = 8;
const SETTLED_MS = 2000;

/** @returns a report in Markdown */
export async function classMap(
  cluster: Cluster,
  { students: count = 600, staff = 4, seconds = 60, warmUp = 10 }: Options = {},
): Promise<string> {
  const databaseUrl = await cluster.newDatabase("class_map");
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const students = await people(sql, "student", count);
  const mentors = await people(sql, "mentor", staff);
  await sql.unsafe(
    "create table floor (id bigint generated always as identity primary key, message text)",
  );
  await sql.end();
  await using doubtless = await startDoubtless(databaseUrl);
  await using bare = await startBare("floor.ts", { DATABASE_URL: databaseUrl });
  const [mentor] = mentors as [Signed];
  const me = testPerson(doubtless, mentor);
  const question = (await sumQuestion(me))._id as string;
  const { body: lesson } = await me.post("/lessons", { questions: [question] });
  const held = await watchDoubtless(doubtless.url, students.map(({ token }) => token));
  const cells = await Promise.all(mentors.map((one) => watchCells(doubtless, one, lesson._id)));
  const frames = await Promise.all(mentors.map(() => watchFrames(bare)));
  await pause(SETTLED_MS);

  const send = async (nth: number) => {
    const student = students[nth % count] as Signed;
    const starts = performance.now();
    for (const cell of cells) cell.expect(student._id, starts);
    await post(doubtless, student, { question, nth });
  };
  const broadcast = async () => {
    const starts = performance.now();
    for (const frame of frames) frame.expect(starts);
    const reply = await fetch(bare.url, { method: "PUT", body: JSON.stringify({ reply: "run" }) });
    await reply.body?.cancel();
  };
  const gap = EVERY * 1000 / count;
  const load = async (from: number, runs: number) => {
    const began = performance.now();
    const sent: Promise<void>[] = [];
    for (let nth = 0; nth < runs; nth++) {
      await pause(began + nth * gap - performance.now());
      sent.push(send(from + nth));
      await pause(began + (nth + 0.5) * gap - performance.now());
      sent.push(broadcast());
    }
    await Promise.all(sent);
    for (const one of [...cells, ...frames]) await one.all();
    return performance.now() - began;
  };
  await post(doubtless, students[0] as Signed, { question, nth: 0 });
  const frame = await cells[0]?.newest() ?? "";
  await (await fetch(bare.url, { method: "POST", body: JSON.stringify([frame]) })).body?.cancel();
  await load(1, Math.round(warmUp * 1000 / gap));
  for (const one of [...cells, ...frames]) one.times.length = 0;
  const runs = Math.round(seconds * 1000 / gap);
  const [cpu, bareCpu] = [doubtless.cpu(), bare.cpu()];
  const took = await load(0, runs);
  const used = { ours: doubtless.cpu() - cpu, bare: bare.cpu() - bareCpu };
  const memory = { ours: doubtless.memory(), bare: bare.memory() };
  for (const one of [...cells, ...frames]) one.close();
  held.close();
  const times = {
    ours: cells.flatMap((one) => one.times),
    bare: frames.flatMap((one) => one.times),
  };
  const statements = await statementsOf(databaseUrl, students[0] as Signed, question);
  const row = (name: string, key: "ours" | "bare") => [
    name,
    round(percentile(times[key], 0.5), 1),
    round(percentile(times[key], 0.95), 1),
    round(used[key] / runs, 2),
    `${round(used[key] / took * 100, 0)} %`,
    round(memory[key], 0),
  ];
  const ratio = (p: number) => `× ${round(percentile(times.ours, p) / percentile(times.bare, p))}`;
  return [
    `### Class (${machine()})`,
    `**${count} students**, each runs code every ${EVERY} s, for ${round(took / 1000, 0)} s: ` +
    `${runs} runs, ${Buffer.byteLength(frame)} bytes each to ${staff} maps; milliseconds from ` +
    "the POST to the cell:",
    table(["", "p50", "p95", "CPU ms a run", "CPU of one core", "MB"], [
      row("Doubtless", "ours"),
      row("bare: INSERT, COMMIT, ws", "bare"),
      [
        "ratio",
        ratio(0.5),
        ratio(0.95),
        `× ${round(used.ours / used.bare)}`,
        "",
        `× ${round(memory.ours / memory.bare)}`,
      ],
    ]),
    `Statements of a run: **${statements.all}**; of them for the map: **${statements.map}**.`,
  ].join("\n\n");
}

type Posted = { question: string; nth: number };

async function post(
  process: { url: string },
  student: Signed,
  { question, nth }: Posted,
): Promise<void> {
  const output = OUTPUTS[nth % OUTPUTS.length] as string;
  const last = caseResult({ verdict: output === "10" ? "passed" : "wrong", output });
  const { kit, ...result } = claim([{ output: "3" }, last]);
  const body = { source: `${SUM}// ${nth}\n`, kit, cases: casesOf({ kit, ...result }) };
  const reply = await testPerson(process, student)
    .post(`/assignments/${question}/runs`, { ...body, diagnostics: [] });
  if (reply.status !== 201) throw new Error(`a run was answered ${reply.status}`);
}

type Watched = { times: number[]; all(): Promise<void>; close(): void };

const PATIENCE_MS = 60_000;

async function until(isDone: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`${what} did not come`);
    await pause(10);
  }
}

/** Watches the map as a mentor's screen does. */
async function watchCells(
  { url }: Process,
  { token }: Signed,
  lessonId: string,
): Promise<Watched & { expect(id: string, at: number): void; newest(): Promise<string> }> {
  const socket = new WebSocket(
    `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`,
    { perMessageDeflate: false },
  );
  const waiting = new Map<string, number>();
  const times: number[] = [];
  let [isReady, isWatching, newest] = [false, false, ""];
  socket.on("message", (data: Buffer) => {
    const now = performance.now();
    const text = data.toString();
    if (text.startsWith("0{")) socket.send(`40${JSON.stringify({ token })}`);
    else if (text === "2") socket.send("3");
    else if (text.startsWith('42["ready"')) isReady = true;
    else if (text.startsWith("430[")) isWatching = true;
    if (!text.startsWith('42["lesson.cell"')) return;
    newest = text;
    const { studentId } = JSON.parse(text.slice(2))[1];
    const at = waiting.get(studentId);
    waiting.delete(studentId);
    if (at !== undefined) times.push(now - at);
  });
  await until(() => isReady, "the socket");
  socket.send(`420${JSON.stringify(["watch", { mapOf: lessonId }])}`);
  await until(() => isWatching, "the map");
  return {
    times,
    expect: (id, at) => void waiting.set(id, at),
    all: () => until(() => waiting.size === 0, "a cell"),
    async newest() {
      await until(() => newest !== "", "the first cell");
      return newest;
    },
    close: () => socket.terminate(),
  };
}

/** Watches the bare server, whose frames come in the order of its requests. */
async function watchFrames({ url }: Process): Promise<Watched & { expect(at: number): void }> {
  const socket = new WebSocket(url.replace("http", "ws"), { perMessageDeflate: false });
  const waiting: number[] = [];
  const times: number[] = [];
  socket.on("message", () => {
    const at = waiting.shift();
    if (at !== undefined) times.push(performance.now() - at);
  });
  await until(() => socket.readyState === WebSocket.OPEN, "the bare socket");
  return {
    times,
    expect: (at) => void waiting.push(at),
    all: () => until(() => waiting.length === 0, "a frame"),
    close: () => socket.terminate(),
  };
}

/** Counts the statements of a run, and those of them that are about the map. */
async function statementsOf(databaseUrl: string, student: Signed, question: string) {
  await using counted = await startCounted(databaseUrl);
  const [all, map]: [number[], number[]] = [[], []];
  for (let nth = 0; nth < COUNTED; nth++) {
    const before = [counted.statements(), counted.statements(MAP)] as const;
    await post(counted, student, { question, nth });
    all.push(counted.statements() - before[0]);
    map.push(counted.statements(MAP) - before[1]);
  }
  return { all: Math.min(...all), map: Math.min(...map) };
}

const MAP = /lesson_signs/;
