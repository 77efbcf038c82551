/** The size of the JavaScript of each route. */
import { readFileSync } from "node:fs";
import { pack } from "../client/build.ts";
import { screens } from "../client/routes.ts";
import "./kit/client_ready.ts";

/** The most bytes of JavaScript that a route may load, compressed with Brotli. */
const MOST = 265_000;
const DIST = "client/dist";

interface Chunk {
  file: string;
  imports?: string[];
}

const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(`${DIST}/.vite/manifest.json`, "utf8"),
);

/** Adds the file of a source, and the files that it imports statically. */
function add(source: string, files: Set<string>): Set<string> {
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`the build has no file for ${source}`);
  if (!files.has(chunk.file)) {
    files.add(chunk.file);
    for (const one of chunk.imports ?? []) add(one, files);
  }
  return files;
}

const sizes = new Map<string, Promise<number>>();

/** Returns the size of a file as the image sends it. */
function sizeOf(file: string): Promise<number> {
  const known = sizes.get(file) ??
    pack(readFileSync(`${DIST}/${file}`)).then(({ length }) => length);
  sizes.set(file, known);
  return known;
}

Deno.test(`every route loads at most ${MOST} bytes of JavaScript`, async () => {
  const tooHeavy: string[] = [];
  for (const { path, load } of screens) {
    const [, source] = /import\("\.\/([^"]+)"\)/.exec(String(load)) ?? [];
    const files = [...add(source ?? path, add("index.html", new Set()))];
    const weights = await Promise.all(
      files.map(async (file) => [await sizeOf(file), file] as const),
    );
    const total = weights.reduce((sum, [bytes]) => sum + bytes, 0);
    if (total <= MOST) continue;
    const heaviest = weights.sort(([one], [other]) => other - one).slice(0, 12);
    tooHeavy.push(`${path}: ${total}\n  ${heaviest.map((one) => one.join(" ")).join("\n  ")}`);
  }
  if (tooHeavy.length > 0) throw new Error(tooHeavy.join("\n"));
});
