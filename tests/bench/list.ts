/**
 * Measures the list of doubts with a hundred thousand doubts, a class's whole history: each filter
 * and each kind of search. Also measures how many requests for the first page a server answers,
 * compared with plain Express and pg and with a bare handler, which run the same statement.
 */
import postgres from "postgres";
import { ASSIGNMENT_TAGS, DIFFICULTIES } from "../../server/assignments/schema.ts";
import { listDoubts } from "../../server/doubts/search.ts";
import {
  DOUBT_STATUSES,
  doubtFilter,
  TIMEFRAMES,
  TOTAL_CEILING,
} from "../../server/doubts/schema.ts";
import { PAGE_SIZE } from "../../server/kit/core/paging.ts";
import type { Cluster } from "./kit/cluster.ts";
import { type Class, fillClass } from "./kit/doubts.ts";
import { machine, median, percentile, round, table } from "./kit/figures.ts";
import { people } from "./kit/people.ts";
import { type Process, startBare, startDoubtless } from "./kit/process.ts";
import { openPlanReader, type Reading } from "./kit/plans.ts";

type Options = {
  size?: number;
  rounds?: number;
  warmUp?: number;
  slices?: number;
  sliceMs?: number;
};
type Case = { name: string; path: string };
type Side = { class: Class; process: Process; reading: Reading };

/** The aim for each filter and each search, in milliseconds. */
const MOST_MS = 150;
const AT_ONCE = 8;
/** So many read in turn, each no more than a few screens: who reads more is slowed down. */
const READERS = 300;

/** @returns a report in Markdown */
export async function list(
  cluster: Cluster,
  { size = 100_000, rounds = 40, warmUp = 8, slices = 8, sliceMs = 1000 }: Options = {},
): Promise<string> {
  const url = await cluster.newDatabase(`doubts_${size}`);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const filled = await fillClass(sql, size);
  await sql.end();
  await using process = await startDoubtless(url);
  await using reading = openPlanReader(url);
  const side = { class: filled, process, reading };
  return [
    `### Lists of ${size.toLocaleString("en")} doubts (${machine()})`,
    `${rounds} requests each, in milliseconds; the aim is ${MOST_MS} at p95.`,
    "**Staff**",
    await measure(side, "staff", { rounds, warmUp }),
    "**A student**",
    await measure(side, "student", { rounds, warmUp }),
    await requestsASecond(side, { url, slices, sliceMs }),
  ].join("\n\n");
}

function casesOf({ words, titles, assignmentId }: Class, who: "staff" | "student"): Case[] {
  const queries: [string, Record<string, string>][] = [
    ["first page", {}],
    ["page 2", { page: "2" }],
    ["last page", { page: String(TOTAL_CEILING / PAGE_SIZE) }],
    ...ASSIGNMENT_TAGS.map((tag) => only("assignmentTag", tag)),
    ...DIFFICULTIES.map((difficulty) => only("difficulty", difficulty)),
    ["title: a quarter of them", { assignmentTitle: titles.common }],
    ["title: some", { assignmentTitle: titles.some }],
    ["title: one", { assignmentTitle: titles.one }],
    ...["true", "false"].map((resolved) => only("resolved", resolved)),
    ...DOUBT_STATUSES.map((status) => only("status", status)),
    ...TIMEFRAMES.map((timeframe) => only("timeframe", timeframe)),
    only("scope", "mine"),
    ...(who === "staff" ? [only("order", "queue")] : []),
    ["search: a common word", { text: words.common }],
    ["search: a middling word", { text: words.middling }],
    ["search: a rare word", { text: words.rare }],
    ["search: a word in seven", { text: words.few }],
    ["search: two words", { text: `${words.common} ${words.middling}` }],
    ["search: two rarer words", { text: `${words.middling} ${words.rare}` }],
  ];
  const text = `${words.common} ${words.middling} ${words.rare}`;
  const similar: [string, Record<string, string>][] = [
    ["similar", { text }],
    ["similar on an assignment", { text, assignmentId }],
  ];
  const callsTo = (call: string, all: typeof queries): Case[] =>
    all.map(([name, query]) => ({
      name,
      path: `/api/doubts/${call}?${new URLSearchParams(query)}`,
    }));
  return [...callsTo("filter-doubts", queries), ...callsTo("similar", similar)];
}

const only = (name: string, value: string): [string, Record<string, string>] => [
  `${name}=${value}`,
  { [name]: value },
];

async function measure(
  { class: made, process }: Side,
  who: "staff" | "student",
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<string> {
  const rows: string[][] = [];
  for (const { name, path } of casesOf(made, who)) {
    const times: number[] = [];
    let found: number | undefined;
    for (let round = 0; round < warmUp + rounds; round++) {
      const start = performance.now();
      ({ total: found } = await getJson(`${process.url}${path}`, made[who].token));
      if (round >= warmUp) times.push(performance.now() - start);
    }
    const p95 = percentile(times, 0.95);
    const verdict = p95 > MOST_MS ? "too slow" : "";
    rows.push([name, String(found ?? ""), round(median(times), 1), round(p95, 1), verdict]);
  }
  return table(["", "total", "median", "p95", ""], rows);
}

async function getJson(url: string, token: string): Promise<{ total?: number }> {
  const response = await fetch(url, { headers: { "x-auth-token": token } });
  const body = await response.json();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${body.msg}`);
  return body;
}

/**
 * Requests the first page as a class of mentors does, with a fixed number of requests at once; the
 * servers take turns in slices of time.
 */
async function requestsASecond(
  { class: { staff }, process, reading }: Side,
  { url, slices, sliceMs }: { url: string; slices: number; sliceMs: number },
): Promise<string> {
  const me = { _id: staff._id, role: "mentor" as const };
  const [statement] = await reading.statements(me, (ask) => listDoubts(ask, doubtFilter.parse({})));
  const vars = { DATABASE_URL: url, STATEMENT: JSON.stringify(statement) };
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const tokens = (await people(sql, "mentor", READERS)).map(({ token }) => token);
  await sql.end();
  await using plain = await startBare("plain.ts", vars);
  await using bare = await startBare("bare.ts", vars);
  const contenders = [
    { name: "Doubtless", process, path: "/api/doubts/filter-doubts" },
    { name: "Express and pg, same statement, no sign-in", process: plain, path: "/list" },
    { name: "bare handler, same statement, no sign-in", process: bare, path: "/" },
  ].map((contender) => ({ ...contender, rates: [] as number[], costs: [] as number[] }));
  for (let slice = -2; slice < slices; slice++) {
    for (const { process, path, rates, costs } of contenders) {
      const before = process.cpu();
      const load = { tokens, ms: sliceMs };
      const rate = await loadFor(`${process.url}${path}`, load);
      if (slice < 0) continue;
      rates.push(rate);
      costs.push((process.cpu() - before) * 1000 / (rate * sliceMs / 1000));
    }
  }
  const [ours] = contenders as [typeof contenders[number]];
  return table(
    [`First page, ${AT_ONCE} at once`, "requests per second", "ours to it", "CPU µs per request"],
    contenders.map(({ name, rates, costs }) => [
      name,
      round(median(rates), 0),
      `× ${round(median(ours.rates) / median(rates))}`,
      round(median(costs), 0),
    ]),
  );
}

async function loadFor(
  url: string,
  { tokens, ms }: { tokens: string[]; ms: number },
): Promise<number> {
  const end = performance.now() + ms;
  let [asked, answered] = [0, 0];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (performance.now() < end) {
      const token = tokens[asked++ % READERS] ?? "";
      const response = await fetch(url, { headers: { "x-auth-token": token } });
      await response.arrayBuffer();
      if (response.ok) answered += 1;
    }
  }));
  return answered / ms * 1000;
}
