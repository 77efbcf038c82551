/** The kits of all languages: what browsers download, and what the judge runs. */
import { cppKit } from "../cpp/build_files.ts";
import { pythonKit } from "../python/build_files.ts";
import type { KitMaker } from "./kit_files.ts";
import type { Language } from "./languages.ts";

export const kits: Record<Language, KitMaker> = { cpp: cppKit, python: pythonKit };
