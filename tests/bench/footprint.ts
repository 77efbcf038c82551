/**
 * Measures the memory of a server that has just started, and with a class's sockets open while
 * lists are read, compared with plain Express, pg and socket.io with as many sockets and lists.
 */
import postgres from "postgres";
import { listDoubts } from "../../server/doubts/search.ts";
import { doubtFilter } from "../../server/doubts/schema.ts";
import type { Cluster } from "./kit/cluster.ts";
import { fillClass } from "./kit/doubts.ts";
import { machine, round, table } from "./kit/figures.ts";
import { people } from "./kit/people.ts";
import { openPlanReader } from "./kit/plans.ts";
import { type Process, startBare, startDoubtless } from "./kit/process.ts";
import { pause } from "./kit/replies.ts";
import { watchDoubtless, type Watchers, watchPlain } from "./kit/watchers.ts";

/** The time until the garbage of the start is collected. */
const SETTLED_MS = 10_000;
const AT_ONCE = 16;

type Options = { doubts?: number; sockets?: number; lists?: number; settledMs?: number };
type Figures = { idle: number; open: number; loaded: number };

type Contender = {
  name: string;
  process: Process;
  path: string;
  open(): Promise<Watchers>;
};

/** @returns a report in Markdown */
export async function footprint(
  cluster: Cluster,
  { doubts = 10_000, sockets = 600, lists = 10_000, settledMs = SETTLED_MS }: Options = {},
): Promise<string> {
  const url = await cluster.newDatabase("footprint");
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const { staff } = await fillClass(sql, doubts);
  const tokens = (await people(sql, "student", sockets)).map(({ token }) => token);
  await sql.end();
  await using reading = openPlanReader(url);
  const [statement] = await reading.statements(
    { _id: staff._id, role: "mentor" },
    (ask) => listDoubts(ask, doubtFilter.parse({})),
  );
  await using doubtless = await startDoubtless(url);
  await using plain = await startBare("plain.ts", {
    DATABASE_URL: url,
    STATEMENT: JSON.stringify(statement),
  });
  const contenders: Contender[] = [
    {
      name: "Doubtless",
      process: doubtless,
      path: "/api/doubts/filter-doubts",
      open: () => watchDoubtless(doubtless.url, tokens),
    },
    {
      name: "Express, pg and socket.io",
      process: plain,
      path: "/list",
      open: () => watchPlain(plain.url, sockets),
    },
  ];
  await pause(settledMs);
  const figures: Figures[] = [];
  for (const { process, path, open } of contenders) {
    const idle = process.memory();
    const watchers = await open();
    const opened = process.memory();
    await readLists(`${process.url}${path}`, { token: staff.token, lists });
    figures.push({ idle, open: opened, loaded: process.memory() });
    watchers.close();
  }
  return report(contenders, figures, { sockets, lists });
}

async function readLists(
  url: string,
  { token, lists }: { token: string; lists: number },
): Promise<void> {
  let left = lists;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (left-- > 0) {
      const response = await fetch(url, { headers: { "x-auth-token": token } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
    }
  }));
}

function report(
  contenders: Contender[],
  figures: Figures[],
  { sockets, lists }: { sockets: number; lists: number },
): string {
  const [ours, plain] = figures as [Figures, Figures];
  const keys = ["idle", "open", "loaded"] as const;
  return [
    `### Memory of a server (${machine()})`,
    "Megabytes of resident memory, PostgreSQL not counted:",
    table(
      ["", "idle", `${sockets} sockets`, `and ${lists.toLocaleString("en")} lists`],
      [
        ...contenders.map(({ name }, at) => [
          name,
          ...keys.map((key) => round(figures[at]?.[key] ?? NaN, 0)),
        ]),
        ["ours to it", ...keys.map((key) => `× ${round(ours[key] / plain[key])}`)],
      ],
    ),
  ].join("\n\n");
}
