/**
 * Measures the list of doubts with ten thousand and with a million doubts, each filter and each
 * kind of search: two servers, one on each database, take turns. Also measures how many requests
 * for the first page a server answers, compared with plain Express and pg and with a bare handler,
 * which run the same statement.
 */
import postgres from "postgres";
import { ASSIGNMENT_TAGS, DIFFICULTIES } from "../../server/assignments/schema.ts";
import { similarDoubts } from "../../server/doubts/answers/search.ts";
import { listDoubts } from "../../server/doubts/search.ts";
import {
  DOUBT_STATUSES,
  doubtFilter,
  TIMEFRAMES,
  TOTAL_CEILING,
} from "../../server/doubts/schema.ts";
import { similarQuery } from "../../server/doubts/answers/schema.ts";
import type { Ask } from "../../server/kit/http/guard.ts";
import { PAGE_SIZE } from "../../server/kit/core/paging.ts";
import type { Cluster } from "./kit/cluster.ts";
import { type Class, fillClass } from "./kit/doubts.ts";
import { machine, median, round, table } from "./kit/figures.ts";
import { people } from "./kit/people.ts";
import { type Process, startBare, startDoubtless } from "./kit/process.ts";
import { openPlanReader, type Reading } from "./kit/plans.ts";

type Options = {
  sizes?: [number, number];
  rounds?: number;
  warmUp?: number;
  slices?: number;
  sliceMs?: number;
};
type Case = { name: string; path: string; read: (ask: Ask) => Promise<unknown> };
type Side = { class: Class; process: Process; reading: Reading };

const AT_ONCE = 8;
/** So many read in turn, each no more than a few screens: who reads more is slowed down. */
const READERS = 300;

/** @returns a report in Markdown */
export async function list(
  cluster: Cluster,
  { sizes = [10_000, 1_000_000], rounds = 31, warmUp = 8, slices = 8, sliceMs = 1000 }: Options =
    {},
): Promise<string> {
  const filled: { url: string; class: Class; seconds: number }[] = [];
  for (const size of sizes) {
    const url = await cluster.newDatabase(`doubts_${size}`);
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    const start = performance.now();
    filled.push({
      url,
      class: await fillClass(sql, size),
      seconds: (performance.now() - start) / 1000,
    });
    await sql.end();
  }
  const [small, large] = filled as [typeof filled[number], typeof filled[number]];
  await using smallServer = await startDoubtless(small.url);
  await using largeServer = await startDoubtless(large.url);
  await using smallReading = openPlanReader(small.url);
  await using largeReading = openPlanReader(large.url);
  const sides: [Side, Side] = [
    { class: small.class, process: smallServer, reading: smallReading },
    { class: large.class, process: largeServer, reading: largeReading },
  ];
  const asStaff = await compare(sides, "staff", { rounds, warmUp });
  const asStudent = await compare(sides, "student", { rounds, warmUp });
  const rate = await requestsASecond(sides[1], { url: large.url, slices, sliceMs });
  return [
    `### Lists (${machine()})`,
    `Doubts: ${sizes.map((size) => size.toLocaleString("en")).join(" and ")}, filled in ${
      filled.map(({ seconds }) => round(seconds, 0)).join(" and ")
    } s. Medians of ${rounds} requests each in turn, in milliseconds, and of their ratios; rows and pages of 8 KB that the plans read.`,
    "**Staff**",
    asStaff,
    "**A student**",
    asStudent,
    rate,
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
  const lists = queries.map(([name, query]): Case => {
    const filter = doubtFilter.parse(query);
    const path = `/api/doubts/filter-doubts?${new URLSearchParams(query)}`;
    return { name, path, read: (ask) => listDoubts(ask, filter) };
  });
  const text = `${words.common} ${words.middling} ${words.rare}`;
  const similar: [string, Record<string, string>][] = [
    ["similar", { text }],
    ["similar on an assignment", { text, assignmentId }],
  ];
  return [
    ...lists,
    ...similar.map(([name, query]): Case => {
      const asked = similarQuery.parse(query);
      const path = `/api/doubts/similar?${new URLSearchParams(query)}`;
      return { name, path, read: (ask) => similarDoubts(ask, asked) };
    }),
  ];
}

const only = (name: string, value: string): [string, Record<string, string>] => [
  `${name}=${value}`,
  { [name]: value },
];

async function compare(
  sides: [Side, Side],
  who: "staff" | "student",
  { rounds, warmUp }: { rounds: number; warmUp: number },
): Promise<string> {
  const rows: string[][] = [];
  for (const { name, path, read } of casesOf(sides[0].class, who)) {
    const times: [number[], number[]] = [[], []];
    const totals = ["", ""];
    for (let round = 0; round < warmUp + rounds; round++) {
      for (const place of round % 2 === 0 ? [0, 1] as const : [1, 0] as const) {
        const { process, class: { [who]: { token } } } = sides[place];
        const start = performance.now();
        const { total } = await getJson(`${process.url}${path}`, token);
        if (round >= warmUp) times[place].push(performance.now() - start);
        totals[place] = String(total ?? "");
      }
    }
    const plans = [];
    for (const { reading, class: { [who]: { _id } } } of sides) {
      const role = who === "staff" ? "mentor" : "student";
      plans.push(await reading.explain(await reading.statements({ _id, role }, read)));
    }
    const [before, after] = times.map(median) as [number, number];
    rows.push([
      name,
      totals.join(" → "),
      round(before, 1),
      round(after, 1),
      // The ratio within each round, because noise affects both of its requests alike.
      `× ${round(median(times[1].map((time, round) => time / (times[0][round] ?? NaN))))}`,
      plans.map(({ rows }) => rows).join(" → "),
      plans.map(({ pages }) => pages).join(" → "),
    ]);
  }
  return table(["", "total", "ms", "ms, large", "ratio", "rows read", "pages read"], rows);
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
