/** The size of the JavaScript of each route, and the number of its files. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { brotli, QUALITY } from "../server/languages/kit_files.ts";
import { screens } from "../client/routes.ts";
import "./kit/client_ready.ts";

/** The most bytes of JavaScript that a route may load, compressed with Brotli. */
const MOST = 190_000;
/** The most files with JavaScript that a route may load. */
const FILES_MOST = 20;
const DIST = "client/dist";

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(`${DIST}/.vite/manifest.json`, "utf8"),
);

/** Returns the files of these sources, and the files that they import statically. */
function filesOf(sources: string[]): string[] {
  const files = new Set<string>();
  const add = (source: string) => {
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`the build has no file for ${source}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  sources.forEach(add);
  return [...files];
}

/** The sources of the files that every page loads. */
const everywhere = readFileSync(`${DIST}/index.html`, "utf8")
  .matchAll(/<script type="module" crossorigin src="\/([^"]+)"/g)
  .flatMap(([, script]) => Object.keys(manifest).filter((name) => manifest[name]?.file === script))
  .toArray();

const sizes = new Map<string, Promise<number>>();

/** Returns the size of a file as the image sends it. */
function sizeOf(file: string): Promise<number> {
  const known = sizes.get(file) ??
    brotli(readFileSync(`${DIST}/${file}`), QUALITY.best).then(({ length }) => length);
  sizes.set(file, known);
  return known;
}

/** Whether a file has zod, and the copies of the schemas: vite.config.ts gives it this name. */
const isSchemas = (file: string) => file.startsWith("assets/form-schemas-");

/** What is loaded for each route. */
function routes(): { name: string; files: string[] }[] {
  const loads = screens.flatMap(({ path, load, triage }) => [
    { path, load },
    ...triage ? [{ path: `${path}?view=triage`, load: triage }] : [],
  ]);
  return loads.map(({ path, load }) => {
    const [, source = ""] = /import\("\.\/([^"]+)"\)/.exec(String(load)) ?? [];
    return { name: path, files: filesOf([...everywhere, source]) };
  });
}

Deno.test("no route loads zod: the forms fetch it with their schemas", () => {
  const fetched = Object.values(manifest).map(({ file }) => file).filter(isSchemas);
  equal(fetched.length, 1);
  deepEqual(routes().filter(({ files }) => files.some(isSchemas)).map(({ name }) => name), []);
});

Deno.test(`every route loads at most ${MOST} bytes of JavaScript, in ${FILES_MOST} files`, async () => {
  const tooHeavy: string[] = [];
  ok(everywhere.length > 0);
  for (const { name, files } of routes()) {
    const weights = await Promise.all(
      files.map(async (file) => [await sizeOf(file), file] as const),
    );
    const total = weights.reduce((sum, [bytes]) => sum + bytes, 0);
    if (total <= MOST && files.length <= FILES_MOST) continue;
    const heaviest = weights.sort(([one], [other]) => other - one).slice(0, 12)
      .map((one) => `  ${one.join(" ")}`);
    tooHeavy.push([`${name}: ${total} bytes, ${files.length} files`, ...heaviest].join("\n"));
  }
  if (tooHeavy.length > 0) throw new Error(tooHeavy.join("\n"));
});
