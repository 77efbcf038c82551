/** Given files of a question, and the name of the student's own file. */
import * as z from "zod";
import { endsFor, LANGUAGES, languages, ownName } from "../../languages/languages.ts";
import type { JudgeSettings } from "../../languages/types.ts";
import { textOfProgram } from "../../runs/schema.ts";

export const GIVEN_MOST = 10;
const NAME_MOST = 60;
const PLAIN = /^\w[\w-]*(?:\.[\w-]+)+$/;

/** The name of a file, without folders. @param what whose name it is */
const plainName = (what: string) =>
  z.string().trim().max(NAME_MOST, `${what} has at most ${NAME_MOST} characters.`)
    .refine((name) => !/[\\/]/.test(name) && !name.startsWith(".."), {
      error: `${what} has no folders: write account.h, not ../account.h.`,
      abort: true,
    })
    .regex(PLAIN, `${what} has letters, digits, _ and -, and an ending, like account.h.`);

export const givenFile = z.strictObject({
  name: plainName("The name of a given file"),
  text: textOfProgram("The text of a given file").overwrite((text) =>
    text.replaceAll("\r\n", "\n")
  ),
  /** Only the judge has it, for the compiler; learners are told that there is one. */
  hidden: z.boolean().optional(),
});
export type GivenFile = z.infer<typeof givenFile>;

export const givenFiles = z.array(givenFile).max(GIVEN_MOST, `At most ${GIVEN_MOST} given files.`)
  .superRefine((files, check) => {
    for (const [at, { name }] of files.entries()) {
      if (files.findIndex((one) => one.name === name) === at) continue;
      const message = `Two given files have the name ${name}.`;
      check.addIssue({ code: "custom", path: [at, "name"], message });
    }
  });

export const fileName = plainName("The name of the student's own file");

type Files = {
  fileName?: string | null | undefined;
  givenFiles?: readonly Pick<GivenFile, "name">[] | undefined;
  judge?: Pick<JudgeSettings, "languages"> | undefined;
};

/** Why the student's own file cannot have this name beside the given files; null if it can. */
export function fileNameFault({ fileName, givenFiles = [], judge }: Files): string | null {
  const taken = judge?.languages ?? [LANGUAGES[0]];
  if (fileName && !taken.some((one) => endsFor(fileName, one))) {
    const endings = taken.flatMap((one) => languages[one].endings.map((ending) => `.${ending}`));
    return `The name of the student's own file ends in ${endings.join(" or ")}.`;
  }
  if (fileName?.endsWith(".py") && !/^[A-Za-z_]\w*\.py$/.test(fileName)) {
    return "A file of Python that is imported has a name like bank.py: letters, digits and _.";
  }
  const own = taken.map((one) => ownName({ languages: [one], fileName: fileName ?? undefined }));
  const clash = givenFiles.find(({ name }) => own.includes(name));
  return clash
    ? `A given file has the name ${clash.name}: the student's own file needs another.`
    : null;
}

/** The name that the student's file should have: a header that a given main.cpp includes. */
export function suggestedName(files: readonly Pick<GivenFile, "name" | "text">[]): string | null {
  const names = files.map(({ name }) => name);
  const main = files.find(({ name }) => name === "main.cpp" || name === "main.py");
  const wanted = main?.name === "main.py"
    ? [...main.text.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map(([, name]) => `${name}.py`)
    : [...main?.text.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm) ?? []].map(([, name]) => name ?? "");
  return wanted.find((name) => !names.includes(name) && PLAIN.test(name)) ?? null;
}
