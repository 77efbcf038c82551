/**
 * Measures programs and comments in threads: a thread with 50 programs and 300 comments on lines
 * beside one of the same length without, on the server and in the browser, and from the arrival of a
 * pushed comment until it is drawn on a page that shows 600 lines, beside one bare element that the
 * same page inserts at a line.
 */
import postgres from "postgres";
import { type Browser, chromium as playwright, type Page } from "playwright";
import { chromium } from "../kit/chromium.ts";
import { freePort } from "../kit/process.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, round, table } from "./kit/figures.ts";
import { people, type Signed } from "./kit/people.ts";
import { startDoubtless } from "./kit/process.ts";

interface Options {
  programs?: number;
  /** The comments on each program. */
  comments?: number;
  lines?: number;
  requests?: number;
  visits?: number;
  pushes?: number;
}

type Call = (
  who: Signed,
  path: string,
  init?: { method?: string; body?: unknown },
) => Promise<{ _id: string }>;

/** What the page notes while it draws. */
interface Noted {
  /** When a thread's last entry was drawn, after the navigation, in ms. */
  entriesAt: number;
  /** From the arrival of each pushed comment until it was in the page and laid out, in ms. */
  pushed: number[];
}

/** Between two comments, in ms. */
const SETTLES = 500;

/** @returns a report in Markdown */
export async function lines(
  cluster: Cluster,
  { programs = 50, comments = 6, lines = 600, requests = 60, visits = 9, pushes = 25 }: Options =
    {},
): Promise<string> {
  const databaseUrl = await cluster.newDatabase("lines");
  const port = freePort();
  const url = `http://127.0.0.1:${port}`;
  await using _server = await startDoubtless(databaseUrl, { PORT: String(port), PUBLIC_URL: url });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [[student], [mentor]] = await Promise.all([
    people(sql, "student", 1),
    people(sql, "mentor", 1),
  ]) as [[Signed], [Signed]];
  await sql.end();
  const call = callerOf(url);
  const source = programOf(lines);
  const make = (size: Omit<Size, "entries">) =>
    makeThread({ call, student, mentor, source, entries: programs, ...size });
  const plain = await make({ hasPrograms: false, comments: 0 });
  const full = await make({ hasPrograms: true, comments });
  const served = await compareServed([plain, full], { call, student, requests });
  const browser = await playwright.launch({
    executablePath: await chromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const user = await call(student, "/auth/me");
    const open = () => openAs(browser, { url, token: student.token, user });
    const drawn = await compareDrawn([plain, full], { open, visits, entries: programs * 2 });
    const { pushed, bare, cpu } = await drawPushed(full, { open, call, mentor, lines, pushes });
    const rows = [
      ["the thread's call", ...served],
      ["until the entries are drawn", ...drawn],
    ];
    const head = ["", "without programs", `${programs} programs, ${programs * comments} comments`];
    return `### Programs and comments in a thread (${machine()})\n\nMedians, in turn.\n\n${
      table([...head, "ratio"], rows)
    }\n\nA pushed comment on a page that shows ${lines} lines: drawn ${
      round(median(pushed), 1)
    } ms after its arrival (${
      round(Math.max(...pushed), 1)
    } ms at most, ${pushed.length} comments), × ${
      round(median(pushed.map((time, at) => time / (bare[at] ?? NaN))), 1)
    } of a bare element that the same page inserts at a line (${
      round(median(bare), 1)
    } ms). The page's main thread used ${
      round(median(cpu), 1)
    } ms of CPU time for all of it, the reply that brings the comment included.`;
  } finally {
    await browser.close();
  }
}

const callerOf = (url: string): Call => async (who, path, { method, body } = {}) => {
  const isForm = body instanceof FormData;
  const reply = await fetch(`${url}/api${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      "x-auth-token": who.token,
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return await reply.json();
};

const programOf = (lines: number): string =>
  "#include <iostream>\n\nint main() {\n" +
  Array.from({ length: lines - 5 }, (_, at) => `  int value${at} = ${at} * ${at % 7}; // step\n`)
    .join("") +
  "  std::cout << value0;\n}\n";

interface Size {
  /** The entries of the student; a reply of the mentor follows each. */
  entries: number;
  hasPrograms: boolean;
  comments: number;
}

interface About extends Size {
  call: Call;
  student: Signed;
  mentor: Signed;
  source: string;
}

interface Thread {
  id: string;
  /** The newest program. */
  runId: string;
}

async function makeThread({ call, student, mentor, source, ...size }: About): Promise<Thread> {
  const assignmentId = await makeQuestion(call, mentor);
  let id = "";
  let runId = "";
  for (let place = 0; place < size.entries; place++) {
    const run = size.hasPrograms
      ? await call(student, `/assignments/${assignmentId}/runs`, { body: failing(source, place) })
      : null;
    runId = run?._id ?? "";
    const brings = run === null ? {} : { runId };
    const text = `What about attempt ${place}? It prints **one** number too many.`;
    if (id === "") {
      const doubt = { assignmentId, doubtText: text, ...brings };
      id = (await call(student, "/doubts", { body: doubt }))._id;
    } else {
      const body = { followup: text, ...brings };
      await call(student, `/doubts/${id}/followup`, { method: "PUT", body });
    }
    const comments = Array.from({ length: size.comments }, (_, at) => {
      const line = 10 + at * 7;
      return { runId, from: line, to: line, text: `Look at \`value${line}\` here.` };
    });
    const body = { reply: `Read attempt ${place} again.`, ...(run !== null && { comments }) };
    await call(mentor, `/doubts/${id}/reply`, { method: "PUT", body });
  }
  return { id, runId };
}

async function makeQuestion(call: Call, mentor: Signed): Promise<string> {
  const form = new FormData();
  const fields = {
    title: `Print a number ${crypto.randomUUID()}`,
    explanation: "Print it.",
    difficulty: "easy",
    tags: "output",
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Arrays",
    testCases: JSON.stringify([{ input: "1", output: "7" }]),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { _id } = await call(mentor, "/assignments", { body: form });
  const body = { distributionTag: "practice" };
  await call(mentor, `/assignments/${_id}/distribution`, { method: "PUT", body });
  return _id;
}

const failing = (source: string, place: number) => ({
  source: `// Attempt ${place}\n${source}`,
  kit: "k",
  cases: [{ case: 1, verdict: "wrong", output: "0", milliseconds: 1, kilobytes: 100 }],
  diagnostics: [],
});

/** Returns a row's cells of two lists of times, in ms. */
const compared = (first: readonly number[], second: readonly number[]): string[] => [
  `${round(median(first), 1)} ms`,
  `${round(median(second), 1)} ms`,
  `× ${round(median(second.map((time, at) => time / (first[at] ?? NaN))))}`,
];

type Pair = readonly [Thread, Thread];

/** Measures the call with which a thread opens, of both in turn. */
async function compareServed(
  [plain, full]: Pair,
  { call, student, requests }: { call: Call; student: Signed; requests: number },
): Promise<string[]> {
  const [first, second]: [number[], number[]] = [[], []];
  const time = async ({ id }: Thread) => {
    const start = performance.now();
    await call(student, `/doubts/${id}`);
    return performance.now() - start;
  };
  for (let turn = -10; turn < requests; turn++) {
    const [one, other] = [await time(plain), await time(full)];
    if (turn >= 0) [first, second].forEach((all, at) => all.push(at === 0 ? one : other));
  }
  return compared(first, second);
}

type Open = () => Promise<Page>;

async function openAs(
  browser: Browser,
  { url, token, user }: { url: string; token: string; user: object },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript(({ token, user }) => {
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify(user));
  }, { token, user });
  return await context.newPage();
}

/** Measures from the navigation until a thread's entries are drawn, of both threads in turn. */
async function compareDrawn(
  [plain, full]: Pair,
  { open, visits, entries }: { open: Open; visits: number; entries: number },
): Promise<string[]> {
  const page = await open();
  // A page gets at most the newest 100 entries, and the first.
  await page.addInitScript((least) => {
    const noted: Noted = { entriesAt: 0, pushed: [] };
    Object.assign(globalThis, { noted });
    const look = () => {
      if (document.querySelectorAll("[role=log] li[data-entry]").length < least) return;
      watcher.disconnect();
      requestAnimationFrame(() => setTimeout(() => noted.entriesAt = performance.now()));
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { childList: true, subtree: true });
  }, Math.min(entries, 100));
  const time = async ({ id }: Thread) => {
    await page.goto(`/doubts/${id}`);
    const at = await page.waitForFunction(() =>
      (globalThis as unknown as { noted: Noted }).noted.entriesAt
    );
    return await at.jsonValue();
  };
  const [first, second]: [number[], number[]] = [[], []];
  for (let visit = -2; visit < visits; visit++) {
    const [one, other] = [await time(plain), await time(full)];
    if (visit >= 0) [first, second].forEach((all, at) => all.push(at === 0 ? one : other));
  }
  await page.context().close();
  return compared(first, second);
}

interface Pushing {
  open: Open;
  call: Call;
  mentor: Signed;
  lines: number;
  pushes: number;
}

/** Measures from the arrival of a comment's event until the comment is drawn. */
async function drawPushed(
  { id, runId }: Thread,
  { open, call, mentor, lines, pushes }: Pushing,
): Promise<{ pushed: number[]; bare: number[]; cpu: number[] }> {
  const page = await open();
  await page.addInitScript(noteArrivals);
  await page.goto(`/doubts/${id}`);
  await page.getByRole("button", { name: /^Show the whole program/ }).click();
  await page.waitForFunction(
    (least) => document.querySelectorAll("[data-line]").length >= least,
    lines,
  );
  const metrics = await page.context().newCDPSession(page);
  // CPU time does not depend on what else the machine does.
  await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async () => {
    const all = (await metrics.send("Performance.getMetrics")).metrics;
    return 1000 * (all.find(({ name }) => name === "TaskDuration")?.value ?? NaN);
  };
  const cpu: number[] = [];
  const bare: number[] = [];
  for (let push = 0; push < pushes; push++) {
    await page.waitForTimeout(SETTLES);
    const before = await busy();
    const line = 20 + push * 5;
    const comments = [{ runId, from: line, to: line, text: "And **this** one?" }];
    const body = { reply: "One more.", comments };
    await call(mentor, `/doubts/${id}/reply`, { method: "PUT", body });
    await page.waitForFunction(
      (count) => (globalThis as unknown as { noted: Noted }).noted.pushed.length > count,
      push,
    );
    cpu.push(await busy() - before);
    bare.push(await page.evaluate(insertBare, line));
  }
  const { pushed } = await page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted);
  await page.context().close();
  return { pushed, bare, cpu };
}

/** Runs in the page: inserts one element at a line, and returns how long until it was laid out, in ms. */
function insertBare(line: number): number {
  const place = document.querySelector(`[data-line="${line}"]`)?.parentElement;
  const start = performance.now();
  const one = document.createElement("div");
  one.textContent = "And this one?";
  place?.append(one);
  document.body.getBoundingClientRect();
  const took = performance.now() - start;
  one.remove();
  return took;
}

/** Runs in the page: notes when a comment's event arrives, and when the comment is laid out. */
function noteArrivals(): void {
  const noted: Noted = { entriesAt: 0, pushed: [] };
  Object.assign(globalThis, { noted });
  let arrivedAt: number | null = null;
  const Real = globalThis.WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(...about: ConstructorParameters<typeof WebSocket>) {
      super(...about);
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string" && data.includes('"comment.saved"')) {
          arrivedAt = performance.now();
        }
      });
    }
  };
  new MutationObserver((changes) => {
    const isNew = changes.some(({ addedNodes }) =>
      [...addedNodes].some((node) =>
        node instanceof Element && (node.id.startsWith("comment-") ||
          node.querySelector("[id^=comment-]") !== null)
      )
    );
    if (arrivedAt === null || !isNew) return;
    document.body.getBoundingClientRect();
    noted.pushed.push(performance.now() - arrivedAt);
    arrivedAt = null;
  }).observe(document, { childList: true, subtree: true });
}
