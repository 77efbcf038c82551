/** Reads the demo class from `db/demo` and checks it with the features' schemas. */
import { parse } from "yaml";
import type * as z from "zod";
import { languageOf, languages } from "../../server/languages/languages.ts";
import {
  type DemoQuestion,
  files,
  goalList,
  questionFront,
  responseList,
  runList,
  solutionFront,
  threadList,
} from "./shape.ts";

const FOLDER = new URL("../demo/", import.meta.url);
const PROGRAM = /^[a-z0-9-]+\.cpp$/;

/**
 * @param folder the folder of the class
 * @throws Error naming the file and the field that is wrong
 */
export async function readDemoClass(folder = FOLDER) {
  return {
    people: await readYaml(folder, "people.yaml", files["people.yaml"]),
    questions: await readQuestions(folder),
    responses: await readLists(folder, "responses", responseList, ofQuestion),
    runs: await readLists(folder, "runs", runList, ofQuestion),
    threads: await readLists(folder, "doubts", threadList, ofQuestion),
    goals: await readLists(folder, "goals", goalList, (mentor) => ({ mentor })),
    briefings: await readYaml(folder, "briefings.yaml", files["briefings.yaml"]),
    announcements: await readYaml(folder, "announcements.yaml", files["announcements.yaml"]),
    messages: await readYaml(folder, "messages.yaml", files["messages.yaml"]),
    contactMessages: await readYaml(folder, "contact.yaml", files["contact.yaml"]),
    about: await readYaml(folder, "about.yaml", files["about.yaml"]),
  };
}

export type DemoClass = Awaited<ReturnType<typeof readDemoClass>>;

const ofQuestion = (question: string) => ({ question });

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
    const starter = `${key}.${languages[languageOf(front.judge)].endings[0]}`;
    if (starters.delete(starter)) {
      question.starter = (await read(folder, `starters/${starter}`)).trimEnd();
    }
    questions.push(question);
  }
  for (const file of solutions) throw wrong(`solutions/${file}`, "there is no such question");
  for (const file of starters) throw wrong(`starters/${file}`, "there is no such question");
  return questions;
}

/**
 * Reads all rows of a folder's YAML files, with each program in place of its file's name. `named`
 * returns the fields that come from the YAML file's name.
 */
async function readLists<Row, More>(
  folder: URL,
  part: string,
  schema: z.ZodType<Row[]>,
  named: (name: string) => More,
): Promise<(Row & More)[]> {
  const rows: (Row & More)[] = [];
  for (const file of (await namesIn(folder, part)).filter((name) => name.endsWith(".yaml"))) {
    const name = file.replace(/\.yaml$/, "");
    const path = `${part}/${file}`;
    const programs = new URL(`responses/${name}/`, folder);
    const list = check(path, await read(folder, path), schema, (key, value) => {
      if (key !== "code") return value;
      if (!PROGRAM.test(`${value}`)) throw new Error(`${value} must be the name of a .cpp file`);
      return Deno.readTextFileSync(new URL(`${value}`, programs)).trimEnd();
    });
    rows.push(...list.map((row) => ({ ...row, ...named(name) })));
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

type Reviver = (key: unknown, value: unknown) => unknown;

function check<T>(path: string, yaml: string, schema: z.ZodType<T>, reviver?: Reviver): T {
  const { success, data, error } = schema.safeParse(parseYaml(path, yaml, reviver));
  if (success) return data;
  const [issue] = error.issues;
  throw wrong(path, `${issue?.path.join(".")}: ${issue?.message}`);
}

function parseYaml(path: string, yaml: string, reviver: Reviver = (_, value) => value): unknown {
  try {
    return parse(yaml, reviver);
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
