/** Reads the steps of new_feature.md, and applies them to a folder. */

/** One file of a step: a whole new file, or additions to a file. */
export type Part = { path: string; kind: "file" | "additions"; text: string };
export type Step = { title: string; parts: Part[] };

const PART = /^`([^`]+)`:\n\n```(\w+)\n(.*?)^```$/gms;

/** Returns the document's steps, in order. @throws Error when a step names no file */
export function stepsOf(document: string): Step[] {
  return document.split(/^## \d+\. /m).slice(1).map((section) => {
    const title = section.slice(0, section.indexOf("\n"));
    const parts = Array.from(
      section.matchAll(PART),
      ([, path = "", language, text = ""]): Part => ({
        path,
        kind: language === "diff" ? "additions" : "file",
        text,
      }),
    );
    const blocks = section.match(/^```\w+$/gm)?.length ?? 0;
    if (parts.length === 0 || blocks !== parts.length) throw new Error(`${title}: name each file`);
    return { title, parts };
  });
}

/**
 * Applies one part to the folder. @throws Error when a new file exists already, or when an addition
 * has no place or several
 */
export async function apply(folder: string, { path, kind, text }: Part): Promise<void> {
  const file = `${folder}/${path}`;
  if (kind === "additions") {
    return await Deno.writeTextFile(file, added(await Deno.readTextFile(file), text, path));
  }
  await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(file, text, { createNew: true });
}

/** Returns the text with the additions. Each follows the lines that stand above it in the diff. */
export function added(text: string, diff: string, path: string): string {
  const lines = text.split("\n");
  for (const part of diff.trimEnd().split("\n\n")) {
    const [known = [], more = []] = [" ", "+"].map((sign) =>
      part.split("\n").filter((line) => line.startsWith(sign)).map((line) => line.slice(1))
    );
    const places = lines.flatMap((_, at) =>
      known.every((line, below) => lines[at + below] === line) ? [at + known.length] : []
    );
    if (places.length !== 1) {
      throw new Error(`${path} has ${places.length} places like:\n${known.join("\n")}`);
    }
    lines.splice(places[0] as number, 0, ...more);
  }
  return lines.join("\n");
}
