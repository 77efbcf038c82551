/**
 * Runs Lighthouse in Chromium on the most used screens, on a phone and on a laptop: `deno task
 * lighthouse [PART OF A NAME…]`. Each is measured several times, and the median is shown.
 */
import { chromium as playwright } from "playwright";
import { chromium } from "../kit/chromium.ts";

// A computed import, so that Lighthouse is downloaded only when this runs.
const LIGHTHOUSE = "npm:lighthouse@13.5.0";
const ROUNDS = Number(Deno.env.get("ROUNDS") ?? 3);
const PORT = 18_270 + Math.floor(Math.random() * 20);
const DEBUG = PORT + 1000;
const BASE = `http://127.0.0.1:${PORT}`;

type Category = { score: number | null };
type Audit = { id: string; score: number | null; scoreDisplayMode: string; displayValue?: string };
interface Report {
  categories: Record<"performance" | "accessibility" | "best-practices", Category>;
  audits: Record<string, Audit & { numericValue?: number }>;
  runtimeError?: { code: string; message: string };
}

type Sessions = Record<string, { token: string; user: object }>;

/** Starts a server with the demo class, as a process of its own. */
async function startServer(): Promise<{ people: Sessions; stop(): Promise<unknown> }> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "tests/kit/serve.ts"],
    env: { PORT: String(PORT), PUBLIC_URL: BASE, DEMO_CLASS: "1" },
    stdout: "piped",
  }).spawn();
  let said = "";
  for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += part;
    if (said.includes("\n")) break;
  }
  const { people } = JSON.parse(said.slice(0, said.indexOf("\n")));
  return {
    people,
    stop() {
      child.kill("SIGTERM");
      return child.status;
    },
  };
}

async function threadOf({ token }: { token: string }): Promise<string> {
  const answer = await fetch(`${BASE}/api/doubts/filter-doubts?scope=mine`, {
    headers: { "x-auth-token": token },
  });
  const { doubts } = await answer.json() as { doubts: { _id: string; entries: number }[] };
  const [longest] = doubts.toSorted((one, other) => other.entries - one.entries);
  return `/doubts/${longest?._id}`;
}

const median = (numbers: number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Returns the audits that lowered the score. */
function faults({ audits }: Report): string[] {
  return Object.values(audits)
    .filter(({ score, scoreDisplayMode }) =>
      score !== null && score < 0.9 &&
      ["binary", "numeric", "metricSavings"].includes(scoreDisplayMode)
    )
    .map(({ id, displayValue = "" }) => `${id} ${displayValue}`.trim());
}

async function main(names: string[]): Promise<void> {
  const { default: lighthouse } = await import(LIGHTHOUSE);
  const { default: desktop } = await import(`${LIGHTHOUSE}/core/config/desktop-config.js`);
  const server = await startServer();
  const profile = await Deno.makeTempDir({ prefix: "doubtless-lighthouse-" });
  const context = await playwright.launchPersistentContext(profile, {
    executablePath: await chromium(),
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${DEBUG}`],
  });
  try {
    const { student, mentor } = server.people;
    if (!student || !mentor) throw new Error("The demo class has nobody.");
    const screens = [
      { name: "home", path: "/", as: null },
      { name: "doubts", path: "/doubts", as: student },
      { name: "a thread", path: await threadOf(student), as: student },
      { name: "the review queue", path: "/solutions?view=triage", as: mentor },
    ].filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    for (const { name, path, as } of screens) {
      await page.goto(`${BASE}/favicon.svg`);
      await page.evaluate((session) => {
        localStorage.clear();
        if (session === null) return;
        localStorage.setItem("token", session.token);
        localStorage.setItem("user", JSON.stringify(session.user));
      }, as);
      await page.goto("about:blank");
      for (const [device, config] of [["phone", undefined], ["laptop", desktop]]) {
        const reports: Report[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          // The session is kept, and the cache is emptied.
          await cdp.send("Network.clearBrowserCache");
          const look = async (): Promise<Report> =>
            (await lighthouse(BASE + path, {
              port: DEBUG,
              logLevel: "error",
              disableStorageReset: true,
              onlyCategories: ["performance", "accessibility", "best-practices"],
            }, config)).lhr;
          let report = await look();
          // Sometimes Chromium's trace lacks its beginning.
          if (report.runtimeError?.code === "NO_NAVSTART") report = await look();
          if (report.runtimeError) throw new Error(report.runtimeError.message);
          reports.push(report);
        }
        const score = (category: keyof Report["categories"]) =>
          Math.round(100 * median(reports.map((one) => one.categories[category].score ?? 0)));
        const time = (audit: string) =>
          Math.round(median(reports.map((one) => one.audits[audit]?.numericValue ?? 0)));
        console.log(
          `| ${name} | ${device} | ${score("performance")} | ${score("accessibility")} | ` +
            `${score("best-practices")} |   FCP ${time("first-contentful-paint")}, ` +
            `LCP ${time("largest-contentful-paint")}, TBT ${time("total-blocking-time")} ms`,
        );
        const [first] = reports;
        if (first) console.log(`  ${faults(first).join("; ")}`);
      }
    }
  } finally {
    await context.close();
    await server.stop();
    await Deno.remove(profile, { recursive: true });
  }
}

await main(Deno.args);
