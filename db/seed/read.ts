/** Reads the demo class from `db/demo` and checks it with the features' schemas. */
import { parse } from "yaml";
import type * as z from "zod";
import { languageOf, languages } from "../../server/languages/languages.ts";
import {
  type DemoAttempt,
  type DemoClass,
  type DemoQuestion,
  type DemoRun,
  type DemoThread,
  files,
  goalList,
  questionFront,
  responseList,
  runList,
  solutionFront,
  threadList,
} from "./shape.ts";

const FOLDER = new URL("../demo/", import.meta.url);

/**
 * @param folder the folder of the class
 * @throws Error naming the file and the field that is wrong
 */
export async function readDemoClass(folder = FOLDER): Promise<DemoClass> {
  return {
    people: await readYaml(folder, "people.yaml", files["people.yaml"]),
    questions: await readQuestions(folder),
    responses: await readResponses(folder),
    runs: await readRuns(folder),
    threads: await readThreads(folder),
    goals: await readLists(folder, "goals", goalList, (mentor) => ({ mentor })),
    briefings: await readYaml(folder, "briefings.yaml", files["briefings.yaml"]),
    announcements: await readYaml(folder, "announcements.yaml", files["announcements.yaml"]),
    messages: await readYaml(folder, "messages.yaml", files["messages.yaml"]),
    contactMessages: await readYaml(folder, "contact.yaml", files["contact.yaml"]),
    about: await readYaml(folder, "about.yaml", files["about.yaml"]),
  };
}

/** Reads the questions, in the order of the numbers in their file names. */
async function readQuestions(folder: URL): Promise<DemoQuestion[]> {
  const solutions = new Set(await namesIn(folder, "solutions"));
  const starters = new Set(await namesIn(folder, "starters"));
  const questions: DemoQuestion[] = [];
  for (const file of await namesIn(folder, "questions")) {
    const [front, explanation] = await readMarkdown(folder, `questions/${file}`, questionFront);
    const key = file.replace(/^\d+-/, "").replace(/\.md$/, "");
    const question: DemoQuestion = { ...front, key, explanation };
    if (solutions.delete(`${key}.md`)) {
      const [solution, content] = await readMarkdown(folder, `solutions/${key}.md`, solutionFront);
      question.solution = { ...solution, content };
    }
    const starter = `${key}.${languages[languageOf(front.judge)].ending}`;
    if (starters.delete(starter)) {
      question.starter = (await read(folder, `starters/${starter}`)).trimEnd();
    }
    questions.push(question);
  }
  for (const file of solutions) throw wrong(`solutions/${file}`, "there is no such question");
  for (const file of starters) throw wrong(`starters/${file}`, "there is no such question");
  return questions;
}

/** Reads the responses, and replaces the name of each program with the program. */
async function readResponses(folder: URL): Promise<DemoClass["responses"]> {
  const responses = await readLists(
    folder,
    "responses",
    responseList,
    (question) => ({ question }),
  );
  return await Promise.all(responses.map(async ({ earlier, ...response }) => {
    const withProgram = async <T extends DemoAttempt>(attempt: T): Promise<T> => {
      if (!attempt.code) return attempt;
      return { ...attempt, code: await readProgram(folder, response.question, attempt.code) };
    };
    return {
      ...await withProgram(response),
      earlier: await Promise.all(earlier.map(withProgram)),
    };
  }));
}

/** Reads the runs, and replaces the name of each program with the program. */
async function readRuns(folder: URL): Promise<DemoRun[]> {
  const runs = await readLists(folder, "runs", runList, (question) => ({ question }));
  return await Promise.all(runs.map(async (run) => ({
    ...run,
    code: await readProgram(folder, run.question, run.code),
  })));
}

/** Reads the doubts, and replaces the name of each program with the program. */
async function readThreads(folder: URL): Promise<DemoThread[]> {
  const threads = await readLists(folder, "doubts", threadList, (question) => ({ question }));
  return await Promise.all(threads.map(async ({ entries, ...thread }) => {
    const program = (code: string) => readProgram(folder, thread.question, code);
    return {
      ...thread,
      entries: await Promise.all(entries.map(async (entry) => ({
        ...entry,
        ...entry.code && { code: await program(entry.code) },
        ...entry.proposal && {
          proposal: { ...entry.proposal, code: await program(entry.proposal.code) },
        },
      }))),
    };
  }));
}

const readProgram = async (folder: URL, question: string, file: string): Promise<string> =>
  (await read(folder, `responses/${question}/${file}`)).trimEnd();

/**
 * Reads all rows of a folder's YAML files. `named` returns the fields that come from the file's
 * name.
 */
async function readLists<Row, More>(
  folder: URL,
  part: string,
  schema: z.ZodType<Row[]>,
  named: (name: string) => More,
): Promise<(Row & More)[]> {
  const rows: (Row & More)[] = [];
  for (const file of (await namesIn(folder, part)).filter((name) => name.endsWith(".yaml"))) {
    const more = named(file.replace(/\.yaml$/, ""));
    const list = await readYaml(folder, `${part}/${file}`, schema);
    rows.push(...list.map((row) => ({ ...row, ...more })));
  }
  return rows;
}

async function readYaml<T>(folder: URL, path: string, schema: z.ZodType<T>): Promise<T> {
  return check(path, await read(folder, path), schema);
}

/** Reads a Markdown file: its front matter, and the text after it. */
async function readMarkdown<T>(
  folder: URL,
  path: string,
  schema: z.ZodType<T>,
): Promise<[T, string]> {
  const [, front, body] = (await read(folder, path)).match(/^---\n(.*?)\n---\n(.*)$/s) ?? [];
  if (front === undefined || body === undefined) {
    throw wrong(path, "begin the file with YAML between two lines of ---");
  }
  return [check(path, front, schema), body.trim()];
}

function check<T>(path: string, yaml: string, schema: z.ZodType<T>): T {
  const { success, data, error } = schema.safeParse(parseYaml(path, yaml));
  if (success) return data;
  const [issue] = error.issues;
  throw wrong(path, `${issue?.path.join(".")}: ${issue?.message}`);
}

function parseYaml(path: string, yaml: string): unknown {
  try {
    return parse(yaml);
  } catch (error) {
    throw wrong(path, (error as Error).message);
  }
}

const read = (folder: URL, path: string) => Deno.readTextFile(new URL(path, folder));

async function namesIn(folder: URL, part: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(new URL(part, folder))) names.push(name);
  return names.sort();
}

const wrong = (path: string, sentence: string) => new Error(`db/demo/${path}: ${sentence}`);
