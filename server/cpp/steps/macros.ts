/**
 * The parser knows no preprocessor: a macro that hides a brace or the head of a loop would confuse
 * it. Each use of one is masked with text of the same length that the parser understands.
 */

import { closing, TOKEN } from "./masks.ts";

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
    const name = groups?.token ?? "";
    const macro = index < from ? undefined : macros.get(name);
    if (!macro || ++uses > USES_MOST) continue;
    const behind = index + name.length;
    const end = macro.parameters ? endOfArguments(text, behind) : behind;
    const mask = end === null ? null : maskOf(macro.body, end - index);
    if (end === null || mask === null) continue;
    masked += text.slice(from, index) + mask.padEnd(end - index);
    from = end;
    if (LOOP.test(macro.body)) {
      const given = argumentsIn(text.slice(behind, end));
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

/** Returns where the arguments that begin here end; null where there are none on this line. */
function endOfArguments(text: string, from: number): number | null {
  const [line = "", open] = /^[ \t]*(\()?.*/.exec(text.slice(from)) ?? [];
  return open ? closing(text.slice(0, from + line.length), from, "()") : null;
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
