/**
 * Checks whether the time of a reply reveals if an address has an account: one guess for each of
 * many pairs.
 */
import postgres from "postgres";
import { caller, type Reply } from "../kit/people.ts";
import { freePort } from "../kit/process.ts";
import { registrationForm } from "../kit/accounts.ts";
import type { Cluster } from "./kit/cluster.ts";
import { machine, median, round, table } from "./kit/figures.ts";
import { people } from "./kit/people.ts";
import { startDoubtless } from "./kit/process.ts";
import { pause } from "./kit/replies.ts";

type Way = (email: string, from: Record<string, string>) => Promise<Reply>;

const SETTLED_MS = 20;

/** @returns a report in Markdown */
export async function oracle(cluster: Cluster, { pairs = 100 } = {}): Promise<string> {
  const databaseUrl = await cluster.newDatabase("oracle");
  const port = freePort();
  await using server = await startDoubtless(databaseUrl, {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const known = (await people(sql, "student", pairs + 1)).map(({ _id }) => `${_id}@bench.test`);
  await sql.end();
  const { post } = caller(server);
  const ways: [string, Way][] = [
    ["forgot password", (email, from) => post("/auth/forgot-password", { email }, from)],
    ["a new code", (email, from) => post("/auth/resend-otp", { email }, from)],
    [
      "a wrong reset code",
      (email, from) =>
        post("/auth/reset-password", { email, otp: "000000", newPassword: "Secret@123" }, from),
    ],
    ["registering", (email, from) => post("/auth/register", registrationForm(email), from)],
  ];
  const rows: string[][] = [];
  for (const [name, way] of ways) {
    const times = { known: [] as number[], unknown: [] as number[] };
    const ask = async (whose: keyof typeof times, email: string, at: number) => {
      const start = performance.now();
      await way(email, { "x-forwarded-for": `10.${at}.${rows.length}.1` });
      times[whose].push(performance.now() - start);
      await pause(SETTLED_MS);
    };
    await way(known[pairs] as string, {});
    for (let at = 0; at < pairs; at++) {
      const both = [
        () => ask("known", known[at] as string, at),
        () => ask("unknown", `${crypto.randomUUID()}@bench.test`, at),
      ];
      for (const one of Math.random() < 0.5 ? both : both.reverse()) await one();
    }
    const slower = times.known.filter((time, at) => time > (times.unknown[at] ?? 0)).length;
    rows.push([
      name,
      `${round(median(times.known), 1)} ms`,
      `${round(median(times.unknown), 1)} ms`,
      round(100 * Math.max(slower, pairs - slower) / pairs, 0),
    ]);
  }
  return [
    `### Does a reply's time reveal who has an account? (${machine()})`,
    table(["", "known", "unknown", "correct guesses of 100"], rows),
  ].join("\n\n");
}
