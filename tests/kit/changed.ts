/**
 * Chooses the test files that a change affects, for `deno task test --changed`.
 *
 * The rule: a test file is run when it changed itself, or when it reaches a changed file. A file
 * reaches the files that it imports (except imports of types), and every file of the project that
 * it names in a string: a worker, a program to start, a folder to read. Some files import all
 * features. The search does not go from them into the features, because then every test would reach
 * everything. Instead, a test reaches a feature of the server when its text, or the text of a file
 * in tests/kit that it imports, contains the path of the feature's calls ("/goals"); a journey
 * reaches a feature of client and server when its text contains the feature's name in the singular
 * ("goal"). A change of the packages or of the test runner affects every test.
 */
import { posix } from "node:path";
import { type House, importsOf, readSources } from "./house.ts";

/** Files that import all features. */
const GATHERERS = [
  "server/app.ts",
  "server/main.ts",
  "server/contract/schema.ts",
  "server/events.ts",
  "client/app.tsx",
  "client/live.ts",
];
const EVERYTHING = /^(deno\.(json|lock)|tests\/run\.ts|\.ci\/.*)$/;
const TEST_FILE = /^tests\/(.*_test\.ts|e2e\/.*\.spec\.ts)$/;

export type Chosen = { tests: string[]; isEverything: boolean };

/**
 * @param changed paths relative to the root
 * @param house all sources as they are now
 */
export function touchedTests(changed: string[], house: House): Chosen {
  const tests = Object.keys(house).filter((path) => TEST_FILE.test(path)).sort();
  if (changed.some((path) => EVERYTHING.test(path))) return { tests, isEverything: true };
  const edges = edgesOf(house, changed);
  const mounts = mountsOf(house["server/app.ts"] ?? "");
  const wanted = new Set(changed);
  return {
    tests: tests.filter((test) => {
      const starts = isJourney(test) ? [test, "client/main.tsx"] : [test];
      const reached = reachedFrom(starts, edges);
      const files = isJourney(test)
        ? filesOf(["server", "client"], featuresInJourney(test, { house, mounts }), house)
        : filesOf(["server"], featuresInCalls(reached, { house, mounts }), house);
      const withFeatures = reachedFrom([...reached, ...files], edges);
      return [...withFeatures].some((path) => wanted.has(path));
    }),
    isEverything: false,
  };
}

const isJourney = (path: string) => path.startsWith("tests/e2e/");

type Edges = Map<string, string[]>;

/**
 * Returns what each file reaches in one step. Files that are not sources count when a text names
 * them.
 */
function edgesOf(house: House, changed: string[]): Edges {
  const others = changed.filter((path) => !(path in house));
  return new Map(
    Object.entries(house).map(([path, text]) => {
      const imports = importsOf(path, text);
      const named = namedIn(path, text, house).filter((to) =>
        !imports.some((taken) => taken.to === to)
      );
      const imported = imports.filter(({ isType }) => !isType).map(({ to }) => to);
      const steps = [...imported, ...named, ...readBy(text, others)];
      return [path, isGatherer(path) ? steps.filter((to) => !isGathered(to)) : steps];
    }),
  );
}

/**
 * The files in db/ count as gatherers too: the demo class uses all features, and few tests use it.
 */
const isGatherer = (path: string) => GATHERERS.includes(path) || path.startsWith("db/");
const isGathered = (path: string) =>
  /^(server|client)\/(?!kit|live)\w+\//.test(path) && !GATHERERS.includes(path) ||
  path === "db/seed.ts";

/**
 * Returns the sources that a text names in a string: relative to the root, or to the file's own
 * folder.
 */
function namedIn(path: string, text: string, house: House): string[] {
  const strings = text.matchAll(/["'`]([\w./-]+\.tsx?)["'`]/g);
  return [...strings].flatMap(([, name = ""]) => {
    const isRelative = name.startsWith(".");
    const named = isRelative ? posix.join(posix.dirname(path), name) : name;
    return named in house ? [named] : [];
  });
}

/**
 * Returns those of the files that the text names, or one of whose folders it names (except a folder
 * in the root).
 */
function readBy(text: string, files: string[]): string[] {
  return files.filter((file) => {
    const parts = file.split("/");
    const folders = parts.slice(2).map((_, at) => parts.slice(0, at + 2).join("/"));
    return [file, ...folders].some((name) => text.includes(name));
  });
}

function reachedFrom(starts: string[], edges: Edges): Set<string> {
  const reached = new Set<string>();
  const left = [...starts];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    left.push(...edges.get(path) ?? []);
  }
  return reached;
}

/** Maps each feature to the paths under which its calls are mounted. */
function mountsOf(app: string): Map<string, string[]> {
  const featureOf = new Map(
    [...app.matchAll(/import \{([^}]+)\} from "\.\/(\w+)\/(?:\w+\/)?routes\.ts"/g)].flatMap(
      ([, names = "", feature = ""]) =>
        names.split(",").map((name) => [name.trim().split(" as ").at(-1) ?? "", feature] as const),
    ),
  );
  const mounts = new Map<string, string[]>();
  for (const [, path = "", routes = ""] of app.matchAll(/\.route\(\s*"(\/\w[^"]*)",\s*(\w+)/g)) {
    const feature = featureOf.get(routes);
    if (feature) mounts.set(feature, [...mounts.get(feature) ?? [], path]);
  }
  return mounts;
}

type Seen = { house: House; mounts: Map<string, string[]> };

function featuresInCalls(reached: Set<string>, { house, mounts }: Seen): string[] {
  const texts = [...reached].filter((path) => path.startsWith("tests/"))
    .map((path) => house[path] ?? "");
  return [...mounts].flatMap(([feature, paths]) =>
    texts.some((text) => paths.some((path) => text.includes(path))) ? [feature] : []
  );
}

function featuresInJourney(test: string, { house, mounts }: Seen): string[] {
  const text = (house[test] ?? "").toLowerCase();
  const folders = Object.keys(house).flatMap((path) => path.match(/^client\/(\w+)\//)?.[1] ?? []);
  const features = new Set([...mounts.keys(), ...folders].filter((name) => name !== "kit"));
  return [...features].filter((feature) => text.includes(feature.replace(/e?s$/, "")));
}

/** Returns the files of the features in these places. */
function filesOf(places: string[], features: string[], house: House): string[] {
  return Object.keys(house).filter((path) => {
    const [place = "", feature = ""] = path.split("/");
    return places.includes(place) && features.includes(feature);
  });
}

/** Returns every file that differs from `main`, or on main itself from the previous commit. */
async function changedFiles(): Promise<string[]> {
  const branch = (await git("rev-parse", "--abbrev-ref", "HEAD"))[0];
  const base = branch === "main"
    ? "HEAD~1"
    : (await git("merge-base", "main", "HEAD"))[0] ?? "HEAD";
  const differing = await git("diff", "--name-only", "--no-renames", base);
  const added = await git("ls-files", "--others", "--exclude-standard");
  return [...new Set([...differing, ...added])];
}

/** @throws Error with git's message */
async function git(...args: string[]): Promise<string[]> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
}

/** Reads all sources, and chooses the test files that the present change affects. */
export async function chooseTests(): Promise<Chosen & { changed: string[] }> {
  const house: House = {};
  for (const folder of ["server", "client", "db", "tests"]) await readSources(folder, house);
  const changed = await changedFiles();
  return { changed, ...touchedTests(changed, house) };
}
