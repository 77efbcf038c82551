/**
 * Measures README's command on a fresh machine: the time and the space from a clone, with an empty
 * cache folder, until the server is ready, and the time of a second start; beside a bare
 * `deno install` of react, hono and postgres. Both download everything.
 */
import { freePort } from "../kit/process.ts";
import { machine, round, table } from "./kit/figures.ts";

const BARE = ["react", "hono", "postgres"];

type Measured = { seconds: number; megabytes: number };

async function run(command: string, args: string[], options: Deno.CommandOptions = {}) {
  const { success, stdout, stderr } = await new Deno.Command(command, { args, ...options })
    .output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

const seconds = (began: number) => (performance.now() - began) / 1000;

/** Returns the space of the folders on the disk; a file with two names counts once. */
async function megabytes(...folders: string[]): Promise<number> {
  const last = (await run("du", ["-scm", ...folders])).trim().split("\n").at(-1) ?? "";
  return Number.parseInt(last);
}

async function bare(home: string): Promise<Measured> {
  const [project, cache] = [`${home}/bare`, `${home}/bare-cache`];
  await Deno.mkdir(project);
  const { imports } = JSON.parse(await Deno.readTextFile("deno.json"));
  const chosen = Object.fromEntries(BARE.map((name) => [name, imports[name]]));
  const config = { nodeModulesDir: "auto", imports: chosen };
  await Deno.writeTextFile(`${project}/deno.json`, JSON.stringify(config));
  const began = performance.now();
  await run(Deno.execPath(), ["install", "--quiet"], { cwd: project, env: { DENO_DIR: cache } });
  return { seconds: seconds(began), megabytes: await megabytes(project, cache) };
}

/**
 * Starts it by README's command, with this process's settings for downloads, and stops it.
 * @returns the seconds until it is ready
 */
async function startIn(project: string, cache: string): Promise<number> {
  const began = performance.now();
  const process = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "start"],
    cwd: project,
    env: { DENO_DIR: cache, HOST: "127.0.0.1", PORT: String(freePort()), DATABASE_URL: "" },
    stdin: "null",
    stdout: "piped",
  }).spawn();
  let said = "";
  let took = NaN;
  for await (const text of process.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (!Number.isNaN(took) || !said.includes("Doubtless is ready")) continue;
    took = seconds(began);
    process.kill("SIGTERM");
  }
  if (Number.isNaN(took)) throw new Error(`It did not start: ${said}`);
  await process.status;
  return took;
}

/** @returns a report in Markdown */
export async function start(): Promise<string> {
  const home = await Deno.makeTempDir({ prefix: "doubtless-start-" });
  try {
    const [project, cache] = [`${home}/project`, `${home}/cache`];
    const floor = await bare(home);
    await run("git", ["clone", "--quiet", Deno.cwd(), project]);
    const first = await startIn(project, cache);
    const parts = ["node_modules", ".data", "client/dist"].map((part) => `${project}/${part}`);
    const sizes = await Promise.all([...parts, cache].map((folder) => megabytes(folder)));
    const space = await megabytes(project, cache);
    const second = await startIn(project, cache);
    const row = (what: string, took: number, mb?: number) => [
      what,
      `${round(took)} s`,
      `× ${round(took / floor.seconds)}`,
      ...mb === undefined ? ["", ""] : [`${mb} MB`, `× ${round(mb / floor.megabytes)}`],
    ];
    return [
      "## Start",
      "",
      machine(),
      "",
      table(["", "time", "ratio", "space", "ratio"], [
        row(`deno install of ${BARE.join(", ")}`, floor.seconds, floor.megabytes),
        row("first start", first, space),
        row("second start", second),
      ]),
      "",
      `Of the space: packages ${sizes[0]} MB, database ${sizes[1]} MB, built client ${
        sizes[2]
      } MB, Deno's cache ${sizes[3]} MB.`,
    ].join("\n");
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}
