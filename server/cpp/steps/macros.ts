/**
 * The parser knows no preprocessor: a macro that hides a brace or the head of a loop would confuse
 * it. Each use of one is masked with text of the same length that the parser understands.
 */

/** A use of a macro such as `#define forn(i, n) for (int i = 0; i < n; i++)`. */
export interface LoopMacro {
  /** The variable that the loop declares; null if it declares none. */
  variable: string | null;
}

interface Macro {
  parameters: string[] | null;
  body: string;
}

const DEFINITION = /^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)\n]*\))?[ \t]*((?:\\\r?\n|[^\n])*)$/gm;
/** Comments, texts and characters, directives, and names. */
const TOKEN =
  /\/\/.*|\/\*[^]*?(?:\*\/|$)|R"([^()\\\s]{0,16})\([^]*?(?:\)\1"|$)|"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?|^[ \t]*#(?:\\\r?\n|[^\n])*|(?<name>[A-Za-z_]\w*)/gm;
const LOOP = /^(?:for|while)\b/;
const CONDITION = /^if\b/;
/** What can be put in the place of a macro's name: punctuation and keywords. */
const SYNTAX =
  /^(?:[{}();,&|!=<>+\-*/%^~?:\s]|\b(?:else|if|return|do|int|long|bool|char|double|float|auto|const|and|or|not)\b)*$/;
const USES_MOST = 5000;

export function withoutMacros(text: string): { masked: string; loops: Map<number, LoopMacro> } {
  const loops = new Map<number, LoopMacro>();
  const macros = macrosOf(text);
  if (macros.size === 0) return { masked: text, loops };
  let masked = "";
  let [from, uses] = [0, 0];
  for (const { index, groups } of text.matchAll(TOKEN)) {
    const macro = index < from ? undefined : macros.get(groups?.name ?? "");
    if (!macro || ++uses > USES_MOST) continue;
    const name = groups?.name ?? "";
    const end = macro.parameters ? closing(text, index + name.length) : index + name.length;
    if (end === null) continue;
    const mask = maskOf(macro.body, end - index);
    if (mask === null) continue;
    // Lines keep their numbers.
    if (text.slice(index, end).includes("\n")) continue;
    masked += text.slice(from, index) + mask.padEnd(end - index);
    from = end;
    if (LOOP.test(macro.body)) {
      const given = argumentsIn(text.slice(index + name.length, end));
      loops.set(index, { variable: variableOf(macro, given) });
    }
  }
  return { masked: masked + text.slice(from), loops };
}

function macrosOf(text: string): Map<string, Macro> {
  const macros = new Map<string, Macro>();
  for (const [, name = "", parameters, rest = ""] of text.matchAll(DEFINITION)) {
    const body = rest.replace(/\\\r?\n/g, " ").replace(/\/\/.*$|\/\*.*?\*\//g, "").trim();
    const isSyntax = LOOP.test(body) || CONDITION.test(body) ||
      (parameters === undefined && SYNTAX.test(body));
    if (!isSyntax) continue;
    const list = parameters?.slice(1, -1).split(",").map((one) => one.trim());
    macros.set(name, { parameters: list ?? null, body });
  }
  return macros;
}

function maskOf(body: string, length: number): string | null {
  const fits = (mask: string) => mask.length <= length ? mask : null;
  if (LOOP.test(body)) return fits("for(;;)") ?? fits("if(1)");
  if (CONDITION.test(body)) return fits("if(1)");
  return fits(body);
}

/** Returns where the parentheses that begin here end; null where there are none. */
function closing(text: string, from: number): number | null {
  const open = /^[ \t]*\(/.exec(text.slice(from, from + 40));
  if (!open) return null;
  let depth = 0;
  for (let at = from + open[0].length - 1; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at + 1;
    if (text[at] === "\n") return null;
  }
  return null;
}

const argumentsIn = (text: string): string[] =>
  text.trim().replace(/^\(|\)$/g, "").split(",").map((one) => one.trim());

function variableOf({ parameters, body }: Macro, given: string[]): string | null {
  for (const [at, parameter] of (parameters ?? []).entries()) {
    const declares = new RegExp(`\\(\\s*(?:const\\s+)?\\w[\\w ]*[\\s&]+${parameter}\\s*[=:]`);
    const name = given[at] ?? "";
    if (/^\w+$/.test(parameter) && declares.test(body) && /^[A-Za-z_]\w*$/.test(name)) return name;
  }
  return null;
}
