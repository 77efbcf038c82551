/** What the editor knows of Python: its grammar, its words and functions, and the program's names. */
import { python as grammar } from "@codemirror/lang-python";
import type { Extension } from "@codemirror/state";
import { completionFrom } from "./completion.ts";

/** The grammar itself offers the words, the functions and the names. */
export const python: Extension = [grammar(), completionFrom()];
