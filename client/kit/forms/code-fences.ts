/** Finds code and compilers' errors without a fence, where Markdown would take `#` for a sign. */

const CPP =
  /^\s*#\s*(include|define|pragma|if(n?def)?|endif)\b|[;{}]\s*(\/\/.*)?$|^\s*(public|private|protected)\s*:$|^\s*template\s*</;
const PYTHON =
  /^\s*(class \w+.*:|(async )?def \w+\(.*|(if|elif|while|for \w+ in|with|except)\b.*[^\s\w]?:|else:|try:)\s*(#.*)?$|^\s*(import \w[\w., ]*|from [\w.]+ import .*)$|^>>> /;
const ERROR =
  /^(?!\d+:)[\w./\\-]+:\d+(:\d+)?: |^\S+\.\w+: In .*:$|^Traceback |^\s*File "[^"]*", line \d+|^\w*(Error|Exception)\b: |^\s+(\d+ *)?\| |^\s*[~^]+$/i;
const EITHER = /^\s*(return\b.*|[\w.:]+\(.*\)|[\w.*&[\]]+\s*([-+*/%]?=|<<|>>)\s*\S.*)$/;
const INDENTED = /^( {4}|\t| {2,}\S.*[;:{}()=])/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** A line that has no sign of code, such as "It prints 7." */
const PROSE = /^(?=\S.*[a-z])(?![#/*])[^(){}[\];=<>_]+$/i;

/** So many lines of a block must be code, so that one line of prose with a `;` is none. */
const LEAST = 2;

type Paragraph = { lines: string[]; isCode: boolean; isPart: boolean };

const isSure = (line: string) => [CPP, PYTHON, ERROR, EITHER].some((one) => one.test(line));

function paragraph(lines: string[]): Paragraph {
  const sure = lines.filter(isSure).length;
  const indented = lines.filter((line) => !isSure(line) && INDENTED.test(line)).length;
  return {
    lines,
    isCode: sure > 0 && (sure + indented) * 2 >= lines.length,
    // Between two parts of a program there may be a comment alone.
    isPart: lines.every((line) => INDENTED.test(line) || /^\s*(#|\/\/|\/?\*)/.test(line)),
  };
}

/** The text's paragraphs; those in a fence are no code any more. */
function paragraphsOf(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  let [lines, fence]: [string[], string | undefined] = [[], undefined];
  const end = () => {
    if (lines.length > 0) found.push(paragraph(lines));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const [, mark] = FENCE.exec(line) ?? [];
    if (fence !== undefined || mark !== undefined) {
      end();
      found.push({ lines: [line], isCode: false, isPart: false });
      if (fence === undefined) fence = mark;
      else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (line.trim() === "") {
      end();
      found.push({ lines: [line], isCode: false, isPart: true });
    } else lines.push(line);
  }
  end();
  return found;
}

/** The name of a fence's language. */
function languageOf(lines: readonly string[]): string {
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  if (count(ERROR) * 2 >= lines.length) return "";
  return count(CPP) > count(PYTHON) ? "cpp" : "python";
}

/** Returns the text with its code in fences, or null if no code stands outside of one. */
export function withFences(text: string): string | null {
  const paragraphs = paragraphsOf(text.replaceAll("\r\n", "\n"));
  const out: string[] = [];
  let isChanged = false;
  for (let at = 0; at < paragraphs.length;) {
    const isBlock = paragraphs[at]?.isCode;
    let to = at + 1;
    for (let next = to; isBlock && next < paragraphs.length; next++) {
      const { isCode, isPart } = paragraphs[next] as Paragraph;
      if (!isCode && !isPart) break;
      if (isCode) to = next + 1;
    }
    const lines = paragraphs.slice(at, to).flatMap(({ lines }) => lines);
    at = to;
    if (isBlock && lines.filter(isSure).length >= LEAST) {
      const isProse = (line: string) => PROSE.test(line) && !isSure(line);
      const begin = lines.findIndex((line) => !isProse(line));
      const end = lines.findLastIndex((line) => !isProse(line)) + 1;
      const code = lines.slice(begin, end);
      const fenced = [`\`\`\`${languageOf(code)}`, ...code, "```"];
      const parts = [lines.slice(0, begin), fenced, lines.slice(end)];
      out.push(
        ...parts.filter((part) => part.length > 0).flatMap((part, n) => n ? ["", ...part] : part),
      );
      isChanged = true;
    } else out.push(...lines);
  }
  return isChanged ? out.join("\n") : null;
}
