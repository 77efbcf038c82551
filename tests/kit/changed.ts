/**
 * Chooses the test files that a change affects, for `deno task test --changed`. It has to end soon:
 * the gate runs every test.
 *
 * The rule: a test file is run when it changed itself, or when it reaches a changed file. A file
 * reaches the files that it imports (except imports of types), and every file of the project that
 * it names in a string: a worker, a program to start, a folder to read. Some files import all
 * features. The search does not go from them into the features, because then every test would reach
 * everything. Instead, a test is run for a changed feature when it calls no other feature more often
 * ("/goals"), a journey when its title has the feature's name in the singular ("goal"). A test that
 * tries every call (its loops are over `triedCalls`) tries only those of the changed features. A
 * change of the packages or of the test runner affects every test.
 */
import { posix } from "node:path";
import { type House, importsOf, readSources } from "./house.ts";

/** Whether it imports all features: the demo class in db/ uses them, and few tests use it. */
const isGatherer = (path: string) =>
  /^(server|client)\/[\w-]+\.tsx?$/.test(path) || path.startsWith("db/") ||
  path === "server/contract/schema.ts";
const EVERYTHING = /^(deno\.(json|lock)|tests\/run\.ts|\.ci\/.*)$/;
const TEST_FILE = /^tests\/(.*_test\.ts|e2e\/.*\.spec\.ts)$/;

export type Chosen = {
  tests: string[];
  isEverything: boolean;
  /** The paths that begin the calls to try; null: all calls. */
  calls: string[] | null;
  /** What is in the titles of the journeys to run, as a regular expression; null: all of the files. */
  titles: string | null;
};

/**
 * @param changed paths relative to the root
 * @param house all sources as they are now
 */
export function touchedTests(changed: string[], house: House): Chosen {
  const tests = Object.keys(house).filter((path) => TEST_FILE.test(path)).sort();
  if (changed.some((path) => EVERYTHING.test(path))) {
    return { tests, isEverything: true, calls: null, titles: null };
  }
  const edges = edgesOf(house, changed);
  const mounts = mountsOf(house["server/app.ts"] ?? "");
  const wanted = new Set(changed);
  const changesOf = (side: string) => featuresWith(side, { wanted, house, edges });
  const [onServer, onScreens] = [changesOf("server"), changesOf("client")];
  const words = [...new Set([...onServer, ...onScreens])].map((name) => name.replace(/e?s$/, ""));
  const reaches = (test: string) => {
    const starts = isJourney(test) ? [test, "client/main.tsx"] : [test];
    return [...reachedFrom(starts, edges)].some((path) => wanted.has(path));
  };
  const isAbout = (test: string) => {
    const text = house[test] ?? "";
    if (!isJourney(test)) return mostCalled(text, mounts).some((name) => onServer.has(name));
    return words.some((word) => titlesIn(text).includes(word));
  };
  const tries = (test: string) => /^ *for \(const \w+ of triedCalls\(/m.test(house[test] ?? "");
  const reached = tests.filter(reaches);
  const calls = [...onServer].flatMap((name) => mounts.get(name) ?? []);
  return {
    tests: tests.filter((test) =>
      reached.includes(test) || isAbout(test) || calls.length > 0 && tries(test)
    ),
    isEverything: false,
    calls: calls.length > 0 && !reached.some(tries) ? calls : null,
    titles: words.length > 0 && !reached.some(isJourney) ? words.join("|") : null,
  };
}

const isJourney = (path: string) => path.startsWith("tests/e2e/");

type Search = { wanted: Set<string>; house: House; edges: Edges };

/** Returns the features of a side that have a changed file, or use one that belongs to no feature. */
function featuresWith(side: string, { wanted, house, edges }: Search): Set<string> {
  const files = Object.keys(house).filter((path) =>
    path.startsWith(`${side}/`) && isOfFeature(path)
  );
  const isChanged = (path: string) =>
    [...reachedFrom([path], edges)].some((to) =>
      wanted.has(to) && (!isOfFeature(to) || to.split("/")[1] === path.split("/")[1])
    );
  return new Set(files.filter(isChanged).map((path) => path.split("/")[1] ?? ""));
}

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

const isGathered = (path: string) =>
  /^(server|client)\/(?!kit|live)\w+\//.test(path) && !isGatherer(path) || path === "db/seed.ts";

/** The languages' code belongs to no feature, as the kits do. */
const isOfFeature = (path: string) =>
  isGathered(path) && !/^(server|client)\/(languages|cpp|python)\//.test(path);

/**
 * Returns the sources that a text names in a string: relative to the root, or to the file's own
 * folder.
 */
function namedIn(path: string, text: string, house: House): string[] {
  const strings = text.matchAll(/["'`]([\w./-]+\.tsx?)(?:\?[\w-]+)?["'`]/g);
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

/** Returns the features that a test calls most often. */
function mostCalled(text: string, mounts: Map<string, string[]>): string[] {
  const counts = [...mounts].map(([feature, paths]) => ({
    feature,
    count: paths.reduce((sum, path) => sum + text.split(path).length - 1, 0),
  }));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return counts.filter(({ count }) => count === most).map(({ feature }) => feature);
}

/** Returns the titles of the journeys in a text, in small letters. */
const titlesIn = (text: string): string =>
  [...text.matchAll(/\btest\(\s*(["'`])(.*?)\1/g)].map(([, , title]) => title).join("\n")
    .toLowerCase();

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
