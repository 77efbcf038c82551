/**
 * Calls every endpoint that reads, on a class and on one fifty times as large: the number of
 * statements, the time, and the reply's length. Two servers on two databases of one cluster are
 * called in turn, so that noise of the machine affects both. Then compares sign-ins with bare
 * password hashes.
 */
import { hash } from "@node-rs/argon2";
import postgres from "postgres";
import { ARGON2 } from "../../server/kit/security/hash.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, round, table } from "./kit/figures.ts";
import { type Process, startBare, startDoubtless } from "./kit/process.ts";
import { fillSchool, type School } from "./kit/school.ts";
import { startCounted } from "./kit/statements.ts";

type Options = { times?: number; rounds?: number; signIns?: number; only?: string };
export type Who = "nobody" | keyof School["tokens"];
type Call = { who: Who; path: (ids: School["ids"]) => string };
type Server = { url: string; school: School };

/** The warm-up before each measurement: rounds, and calls at once in each round. */
const WARM_UP = { rounds: 8, atOnce: 8 };
const AIM = 1.3;
/** A reply with more than this many times the bytes shows more, and may take longer. */
const LONGER = 1.1;
const SIGN_IN_AIM = 0.85;
const PASSWORD = "Secret@123";

export const CALLS: Record<Who, (string | Call["path"])[]> = {
  nobody: [
    "/assignments/home",
    "/messages/announcement",
    "/messages/recent-mentor",
    "/dailyBriefing/current",
    "/dailyBriefing/recent",
    "/users/menters",
    "/about",
  ],
  student: [
    "/auth/me",
    "/dashboard/student",
    "/assignments/general",
    "/assignments/personal",
    "/assignments/practice",
    "/assignments/practice?responseStatus=not+attempted",
    "/assignments/practice?responseStatus=solved",
    "/assignments/practice?difficulty=hard&assignmentTag=CW",
    "/assignments/practice?tags=tag42",
    "/assignments/solved",
    ({ assignment }) => `/assignments/${assignment}`,
    ({ assignment }) => `/assignments/${assignment}/solution`,
    ({ assignment, student }) => `/assignments/${assignment}/responses/${student}/history`,
    "/doubts/filter-doubts",
    "/doubts/filter-doubts?scope=mine",
    "/doubts/filter-doubts?page=40",
    "/doubts/filter-doubts?assignmentTitle=recursion",
    ({ assignment }) => `/doubts/similar?assignmentId=${assignment}&text=eee+bhd`,
    ({ doubt }) => `/doubts/${doubt}`,
    "/users",
    "/messages/allForStudent",
    "/messages/personal",
    "/messages/public",
    "/dailyBriefing/archive",
    "/dashboard/day",
    "/notifications",
    "/search?find=recursion",
    "/doubts/followed",
    ({ assignment }) => `/doubts/asked?assignmentId=${assignment}`,
    ({ assignment }) => `/doubts/answers?assignmentId=${assignment}`,
    ({ doubt }) => `/doubts/${doubt}/entries?before=3`,
    ({ assignment }) => `/assignments/${assignment}/runs`,
    ({ run }) => `/runs/${run}`,
    ({ run }) => `/comments?runId=${run}`,
    "/quick-questions/current",
  ],
  mentor: [
    "/dashboard/mentor",
    "/desk",
    "/desk/week",
    "/desk/replies",
    ({ assignment, student }) => `/desk/context?assignmentId=${assignment}&studentId=${student}`,
    ({ student }) => `/students/${student}`,
    ({ student }) => `/students/${student}/open`,
    ({ student }) => `/students/${student}/attempts`,
    ({ student }) => `/students/${student}/doubts`,
    ({ student }) => `/students/${student}/reviews`,
    ({ student }) => `/students/${student}/notes`,
    "/search?find=asha",
    "/assignments/prepared",
    "/class-sessions",
    "/class-sessions/running",
    ({ classSession }) => `/class-sessions/${classSession}/map`,
    ({ classSession }) => `/class-sessions/${classSession}/wall`,
    ({ doubt }) => `/doubts/${doubt}`,
    ({ doubt }) => `/doubts/${doubt}/merge`,
    "/assignments/allResource",
    "/assignments/personal",
    "/assignments/personalAssigned",
    ({ assignment }) => `/assignments/${assignment}`,
    "/assignments/reviews",
    "/assignments/reviews?reviewStatus=pending",
    "/assignments/reviews?reviewStatus=approved&page=40",
    "/assignments/reviews?studentName=asha",
    "/assignments/reviews?assignmentTitle=recursion",
    "/assignments/reviews?assignmentTitle=recursion&studentName=asha",
    "/assignments/reviews?reviewStatus=approved&studentName=rao",
    "/assignments/solved",
    ({ student }) => `/assignments/solved?studentId=${student}`,
    "/doubts/filter-doubts?order=queue",
    "/doubts/filter-doubts?status=unsatisfied",
    "/users/students",
    "/users/students?search=asha",
    ({ mentor }) => `/goals/user/${mentor}`,
    "/messages/allForMentor",
    ({ mentor }) => `/messages/allForMentor?sender=${mentor}`,
    ({ message }) => `/messages/${message}`,
  ],
  admin: [
    "/dashboard/admin",
    "/users",
    "/users?search=rao",
    "/messages/allForMentor",
    "/contact",
    "/contact?page=10",
    "/dashboard/answers",
    "/users/here",
    "/audit",
    "/audit?verb=account.disabled",
    "/audit?first=2026-01-01&last=2026-01-31",
    ({ mentor }) => `/audit?person=${mentor}&verb=account.disabled`,
    ({ student }) => `/audit?person=${student}`,
  ],
};

/** @returns a report in Markdown */
export async function calls(
  cluster: Cluster,
  { times = 50, rounds = 41, signIns = 40, only }: Options = {},
): Promise<string> {
  const urls = [await cluster.newDatabase("calls_class"), await cluster.newDatabase("calls_times")];
  const [small, large] = await Promise.all([filled(urls[0], 1), filled(urls[1], times)]);
  const all = Object.entries(CALLS).flatMap(([who, paths]) =>
    paths.map((path): Call => ({
      who: who as Who,
      path: typeof path === "string" ? () => path : path,
    }))
  ).filter(({ who, path }) => !only || `${who} ${path(NAMED)}`.includes(only));
  const counts = [await statements(small, all), await statements(large, all)];

  await using class1 = await startDoubtless(small.url);
  await using class50 = await startDoubtless(large.url);
  const servers: [Server, Server] = [
    { url: class1.url, school: small.school },
    { url: class50.url, school: large.school },
  ];
  const rows = [];
  for (const [place, call] of all.entries()) {
    const [one, many] = await compete(servers, call, rounds);
    const [few = NaN, lots = NaN] = counts.map((count) => count[place]);
    // The ratio within each round, because noise affects both of its calls alike.
    const ratio = median(many.ms.map((ms, round) => ms / (one.ms[round] ?? NaN)));
    const isLonger = many.bytes / one.bytes > LONGER;
    rows.push([
      `${call.who} \`GET ${call.path(NAMED)}\``,
      few === lots ? String(few) : few > lots ? `${few} → ${lots}` : `**${few} → ${lots}**`,
      round(median(one.ms), 1),
      round(median(many.ms), 1),
      ratio <= AIM ? round(ratio) : isLonger ? `${round(ratio)} †` : `**${round(ratio)}**`,
      String(one.bytes),
      String(many.bytes),
    ]);
  }
  const head = ["call", "queries", "class, ms", `× ${times}, ms`, "ratio", "class, bytes"];
  return [
    `### Calls (${machine()})`,
    `Loaded in ${round(small.seconds, 0)} s and ${round(large.seconds, 0)} s. ` +
    `Medians of ${rounds} calls each, in turn, and of their ratios; aim: at most ${AIM}.`,
    table([...head, `× ${times}, bytes`], rows),
    "† The reply is longer: a larger class has more to show, up to what the list shows at most.",
    ...(signIns > 0 ? [await signInRate(class1, small, signIns)] : []),
  ].join("\n\n");
}

type Filled = { url: string; school: School; seconds: number };

async function filled(url = "", size: number): Promise<Filled> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const began = performance.now();
  const school = await fillSchool(sql, size);
  await sql.end();
  return { url, school, seconds: (performance.now() - began) / 1000 };
}

/** Placeholders in the table for ids that differ from class to class. */
const NAMED = {
  student: "{student}",
  mentor: "{mentor}",
  assignment: "{id}",
  doubt: "{id}",
  message: "{id}",
  run: "{run}",
  classSession: "{id}",
};

function ask({ url, school }: Server, { who, path }: Call): Promise<Response> {
  const token = who === "nobody" ? undefined : school.tokens[who];
  return fetch(`${url}/api${path(school.ids)}`, {
    headers: token ? { "x-auth-token": token } : {},
  });
}

/**
 * Counts the statements of each call, including the session's check and without the server's
 * upkeep.
 */
async function statements({ url, school }: Filled, all: Call[]): Promise<number[]> {
  await using server = await startCounted(url);
  const counts = [];
  for (const call of all) {
    const each = [];
    for (let time = 0; time < 5; time++) {
      const before = server.statements();
      const reply = await ask({ url: server.url, school }, call);
      await reply.body?.cancel();
      if (!reply.ok) throw new Error(`${call.path(school.ids)}: ${reply.status}`);
      each.push(server.statements() - before);
    }
    counts.push(median(each));
  }
  return counts;
}

type Measured = { ms: number[]; bytes: number };

async function compete(
  servers: [Server, Server],
  call: Call,
  rounds: number,
): Promise<[Measured, Measured]> {
  const measured: [Measured, Measured] = [{ ms: [], bytes: 0 }, { ms: [], bytes: 0 }];
  for (const server of servers) {
    for (let time = 0; time < WARM_UP.rounds; time++) {
      const some = Array.from({ length: WARM_UP.atOnce }, () => ask(server, call));
      for (const reply of await Promise.all(some)) await reply.arrayBuffer();
    }
  }
  for (let time = 0; time < rounds; time++) {
    for (const place of time % 2 === 0 ? [0, 1] as const : [1, 0] as const) {
      const began = performance.now();
      const reply = await ask(servers[place], call);
      const { byteLength } = await reply.arrayBuffer();
      measured[place].ms.push(performance.now() - began);
      measured[place].bytes = byteLength;
      if (!reply.ok) throw new Error(`${call.path(NAMED)}: ${reply.status}`);
    }
  }
  return measured;
}

const SIGN_IN_ROUNDS = 7;
const IN_FLIGHT = 8;

/** Measures sign-ins and bare hashes in turn. */
async function signInRate(server: Process, { url }: Filled, count: number): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`update people set password_hash = ${await hash(PASSWORD, ARGON2)}
    where id in (select id from people order by id limit 100)`;
  const addresses = await sql`select email from people order by id limit 100`;
  await sql.end();
  await using bare = await startBare("hashes.ts", {});
  const rate = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return count / (performance.now() - began) * 1000;
  };
  let next = 0;
  const signIns = async () => {
    let left = count;
    const lane = async () => {
      while (left-- > 0) {
        const { email } = addresses[next++ % addresses.length] ?? {};
        const reply = await fetch(`${server.url}/api/auth/login`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ email, password: PASSWORD }),
        });
        await reply.body?.cancel();
        if (!reply.ok) throw new Error(`sign-in: ${reply.status}`);
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  };
  const hashes = async () => await (await fetch(`${bare.url}/?count=${count}`)).text();
  const rates: [number, number][] = [];
  await Promise.all([signIns(), hashes()]);
  for (let time = 0; time < SIGN_IN_ROUNDS; time++) {
    if (time % 2 === 0) rates.push([await rate(signIns), await rate(hashes)]);
    else {
      const floor = await rate(hashes);
      rates.push([await rate(signIns), floor]);
    }
  }
  const [ours, floor] = [
    median(rates.map(([rate]) => rate)),
    median(rates.map(([, rate]) => rate)),
  ];
  const ratio = median(rates.map(([ours, floor]) => ours / floor));
  return `Sign-ins: **${round(ours, 1)}** a second; bare hashes with the same concurrency: ` +
    `${round(floor, 1)} a second; ratio **${round(ratio)}** (aim: at least ${SIGN_IN_AIM}).`;
}
