/** The languages of programs: what both sides know of each. A new one is a line here and a folder. */
import { type JudgeSettings, type Language, LANGUAGES, type RunSettings } from "./types.ts";
export { type Language, LANGUAGES } from "./types.ts";

export type LanguageFacts = {
  name: string;
  /** How the names of its files may end; that of the student's own file is the first. */
  endings: readonly [string, ...string[]];
  /** The names by which a block of code in a text says its language; the first is the usual one. */
  fences: readonly [string, ...string[]];
  /** What the editor begins with where the question has no text of its own. */
  starter: string;
  /** What a browser downloads, and its messages are of: within a sentence. */
  tool: string;
  /** What a block of code has if it is a whole program. */
  program: RegExp;
  /** The question's standard of C++ applies to it. */
  hasStandards: boolean;
  /** A line that begins with # is no comment. */
  hasDirectives: boolean;
  /** What a call is, and how its value is printed, for whoever writes a case. */
  callHint: string;
  /** What a page says of it before a student is surprised. */
  note: string;
};

export const languages: Record<Language, LanguageFacts> = {
  cpp: {
    name: "C++",
    endings: ["cpp", "h", "hpp"],
    fences: ["cpp", "c++"],
    starter: "#include <iostream>\nusing namespace std;\n\nint main() {\n    \n    return 0;\n}\n",
    tool: "the compiler",
    program: /\bmain\s*\(/,
    hasStandards: true,
    hasDirectives: true,
    callHint:
      "Statements, such as isPrime(7) or Stack<int> s; s.push(3); s.top(). The output is the last value as cout prints it: true, 3, hi; of a list {1, 2}, with its texts in quotes.",
    note: "long has 4 bytes here: use long long",
  },
  python: {
    name: "Python",
    endings: ["py"],
    fences: ["python", "py", "python3"],
    starter: "",
    tool: "Python",
    program: /\bprint\s*\(/,
    hasStandards: false,
    hasDirectives: false,
    callHint:
      "Statements, such as is_prime(7) or s = Stack(); s.push(3); s.top(). The output is the last value as Python shows it: True, 3, 'hi', [1, 2], or None.",
    note: "version 3.14 with its standard library",
  },
};

/** The language of a program with these settings; of a question, the one that it offers first. */
export const languageOf = ({ languages }: Pick<JudgeSettings, "languages">): Language =>
  languages?.[0] ?? LANGUAGES[0];

/** The languages that a question takes. Older questions take only the first. */
export const languagesOf = ({ languages }: Pick<JudgeSettings, "languages">): readonly Language[] =>
  languages ?? [LANGUAGES[0]];

/** A question's settings for a program in one language. */
export const inLanguage = <S extends JudgeSettings>(settings: S, language: Language): S =>
  languageOf(settings) === language && languagesOf(settings).length === 1
    ? settings
    : { ...settings, languages: [language] };

type NameSettings = Pick<RunSettings, "languages" | "fileName">;

/** The name that the student's own file has, if the question does not choose another. */
export const usualName = (settings: NameSettings): string =>
  `main.${languages[languageOf(settings)].endings[0]}`;

export const endsFor = (name: string, language: Language): boolean =>
  languages[language].endings.some((ending) => name.endsWith(`.${ending}`));

/** Of the settings of a question in this language: a name with another ending is the other's. */
export const ownName = (settings: NameSettings): string =>
  settings.fileName && endsFor(settings.fileName, languageOf(settings))
    ? settings.fileName
    : usualName(settings);
