/** How each language writes comments. Only the server removes them. */
import type { Language } from "./types.ts";

/** Matches each text of a program, which is the group, and each comment. */
export const comments: Record<Language, RegExp> = {
  cpp: /("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g,
  python:
    /("""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|#[^\n]*/g,
};
