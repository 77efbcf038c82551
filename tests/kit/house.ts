/** The sources as text, and what each imports. */
import { posix } from "node:path";

/** Path → text. */
export type House = Record<string, string>;
export type Import = { line: number; to: string; isType: boolean; names: string };

/** The feature's name and the file's, for a file of a server feature. */
export function featureOf(path: string): { feature: string; file: string } | null {
  const [, feature, file] = path.match(/^server\/([^/]+)\/(.+)\.ts$/) ?? [];
  if (!feature || !file || feature === "kit" || feature === "live") return null;
  return { feature, file };
}

/** Every import and re-export; relative ones as paths from the root. */
export function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const statements = [
    /^[ \t]*(?:import|export)\s+(type\s)?([^;"'`]*?)\s*from\s*"([^"]+)"/gm,
    /^[ \t]*import\s+()()"([^"]+)"/gm,
    /\bimport\(()()\s*"([^"]+)"\s*\)/g,
  ];
  for (const statement of statements) {
    for (const { 1: type, 2: names = "", 3: to = "", index } of text.matchAll(statement)) {
      found.push({
        line: text.slice(0, index).split("\n").length,
        to: to.startsWith(".") ? posix.join(posix.dirname(path), to) : to,
        isType: type !== undefined && type !== "" ||
          /^\{\s*(type\s+\w+(\s+as\s+\w+)?\s*,?\s*)+\}$/.test(names),
        names,
      });
    }
  }
  return found;
}

/** The sources that are in the working folder now. */
export async function readHouse(folder: string, house: House = {}): Promise<House> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      const isSource = !name.startsWith(".") && name !== "node_modules" &&
        path !== "client/dist" && path !== "db/migrations";
      if (isSource) await readHouse(path, house);
    } else if (/\.tsx?$/.test(name)) house[path] = await Deno.readTextFile(path);
  }
  return house;
}
