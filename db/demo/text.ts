/**
 * Tag for multi-line demo texts: drops the common indentation and the outer blank lines, keeps
 * every backslash (C++ code is full of them), and turns `~~~` fences into backtick fences.
 * An escaped backtick stands for a plain one.
 */
export function prose(strings: TemplateStringsArray): string {
  const lines = strings.raw.join("").replaceAll("\\`", "`").split("\n");
  while (lines.length > 0 && lines.at(0)?.trim() === "") lines.shift();
  while (lines.length > 0 && lines.at(-1)?.trim() === "") lines.pop();
  const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const margin = indents.length > 0 ? Math.min(...indents) : 0;
  return lines
    .map((line) => line.slice(margin).trimEnd())
    .map((line) => line.replace(/^(\s*(?:> ?)*)~~~/, "$1```"))
    .join("\n");
}
