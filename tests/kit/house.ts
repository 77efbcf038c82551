/** Reads the project's sources as text, their imports, and the sizes of their functions. */
import { posix } from "node:path";
import { parseAst } from "vite";

/** Path → text. */
export type House = Record<string, string>;
export type Import = { line: number; to: string; isType: boolean; names: string };

/**
 * Returns the names of the feature and of the file, for a file of a server feature or of a folder
 * in it.
 */
export function featureOf(path: string): { feature: string; file: string } | null {
  const [, feature, file] = path.match(/^server\/([^/]+)\/(?:[^/]+\/)?([^/]+)\.ts$/) ?? [];
  if (!feature || !file || ["kit", "live", "cpp", "languages", "python"].includes(feature)) {
    return null;
  }
  return { feature, file };
}

/** Returns every import and re-export, with relative ones as paths from the root. */
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

/** Reads the sources that are in the folder now. */
export async function readSources(folder: string, house: House = {}): Promise<House> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      const isSource = !name.startsWith(".") && name !== "node_modules" &&
        path !== "client/dist" && path !== "db/migrations";
      if (isSource) await readSources(path, house);
    } else if (/\.tsx?$/.test(name)) house[path] = await Deno.readTextFile(path);
  }
  return house;
}

/** `whole` counts the functions inside it, too. */
export type FunctionSize = { line: number; lines: number; whole: number };

/** Returns every function, with its number of lines without those of the functions inside it. */
export function functionsOf(path: string, text: string): FunctionSize[] {
  const found: FunctionSize[] = [];
  const lineOf = (at: number) => text.slice(0, at).split("\n").length;
  /** Returns the lines of the functions inside the node. */
  function visit(node: unknown): number {
    if (Array.isArray(node)) return node.reduce((sum: number, one) => sum + visit(one), 0);
    if (typeof node !== "object" || node === null) return 0;
    const inside = Object.values(node).reduce((sum: number, one) => sum + visit(one), 0);
    const { type, start, end } = node as { type?: string; start: number; end: number };
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type ?? "")) {
      return inside;
    }
    const [line, last] = [lineOf(start), lineOf(end)];
    const whole = last - line + 1;
    found.push({ line, lines: whole - inside, whole });
    // A short callback counts as a part of the function that contains it.
    return whole < 4 ? 0 : whole;
  }
  visit(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }));
  return found;
}
