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

type Node = { type?: string; start: number; name?: string; [part: string]: unknown };

function nodesOf(path: string, text: string): Node[] {
  const found: Node[] = [];
  function visit(node: unknown): void {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== "object" || node === null) return;
    if ("type" in node) found.push(node as Node);
    Object.values(node).forEach(visit);
  }
  visit(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }));
  return found;
}

/** The names in a type's members, by the type's name and the file that it is in. */
type Types = (name: string) => { path: string; node: Node } | undefined;

/**
 * Returns the names of the props that a type lists. Those of a type that is not the project's are
 * the attributes of an element, which the component passes on: they do not count.
 */
function namesIn(type: Node | undefined, types: (path: string) => Types, path: string): string[] {
  const within = (node: unknown, at = path) => namesIn(node as Node, types, at);
  const list = (nodes: unknown) => nodes as Node[];
  switch (type?.type) {
    case "TSTypeAnnotation":
      return within(type.typeAnnotation);
    case "TSTypeAliasDeclaration":
      return within(type.typeAnnotation);
    case "TSIntersectionType":
      return list(type.types).flatMap((one) => within(one));
    case "TSTypeLiteral":
      return list(type.members).map(({ key }) => (key as Node | undefined)?.name ?? "");
    case "TSInterfaceDeclaration":
      return [
        ...list((type.body as Node).body).map(({ key }) => (key as Node | undefined)?.name ?? ""),
        ...list(type.extends).flatMap((one) => within(one)),
      ];
    case "TSTypeReference":
    case "TSInterfaceHeritage": {
      const { name = "" } = (type.typeName ?? type.expression) as Node;
      const [base, chosen] = list((type.typeArguments as Node | null)?.params ?? []);
      if (name !== "Pick" && name !== "Omit") {
        const found = types(path)(name);
        return found === undefined ? [] : within(found.node, found.path);
      }
      const literals = chosen?.type === "TSUnionType" ? list(chosen.types) : [chosen as Node];
      const names = literals.map(({ literal }) => (literal as { value?: string })?.value ?? "");
      return within(base).filter((one) => names.includes(one) === (name === "Pick"));
    }
  }
  return [];
}

/** Returns every component, with the number of its props. */
export function componentsOf(house: House): { path: string; line: number; props: number }[] {
  const parsed = Object.entries(house).filter(([path]) => /^client\/.*\.tsx?$/.test(path))
    .map(([path, text]) => ({ path, text, nodes: nodesOf(path, text) }));
  const declared = new Map(
    parsed.flatMap(({ path, nodes }) =>
      nodes.filter(({ type = "" }) => /^TS(Interface|TypeAlias)Declaration$/.test(type))
        .map((node) => [`${path} ${(node.id as Node).name}`, { path, node }])
    ),
  );
  const types = (path: string): Types => (name) =>
    [path, ...importsOf(path, house[path] ?? "").map(({ to }) => to)]
      .map((at) => declared.get(`${at} ${name}`)).find((one) => one !== undefined);
  return parsed.flatMap(({ path, text, nodes }) => {
    const named = nodes.map((node) => {
      const { name } = (node.id ?? {}) as Node;
      return { name, made: node.type === "VariableDeclarator" ? node.init as Node : node };
    });
    return named.filter(({ name, made }) => /^[A-Z]/.test(name ?? "") && made?.params)
      .map(({ made }) => {
        const [first] = made.params as Node[];
        const names = namesIn(first?.typeAnnotation as Node | undefined, types, path);
        const line = text.slice(0, made.start).split("\n").length;
        return { path, line, props: new Set(names).size };
      });
  });
}
