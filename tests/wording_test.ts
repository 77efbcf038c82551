/** Whatever is sent in any field of any call: no 500, and what is refused is refused in a sentence. */
import { deepStrictEqual as equals } from "node:assert/strict";
import type * as z from "zod";
import { callsWith, ENFORCED, fieldsOf, type Prepared, prepared } from "./kit/calls.ts";
import { TEXTS, VALUES } from "./kit/odd.ts";
import type { Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const UNFIT = /invalid|expected|received|too small|too big|undefined|\[object|NaN/i;
/** It begins as a sentence does, and ends as one. */
const isSentence = (text: unknown) =>
  typeof text === "string" && /^[A-Z].*\.$/.test(text) && !UNFIT.test(text);

/** What is wrong with a reply to something odd, or nothing. */
function faults(what: string, { status, body }: Reply): string[] {
  if (status < 400) return [];
  const said = [body?.msg, ...Object.values(body?.errors ?? {})];
  const isNamed = status !== 400 || body.code !== "invalid" || Object.keys(body.errors).length > 0;
  const isGood = status < 500 && isNamed && said.every(isSentence);
  return isGood ? [] : [`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`];
}

/** What may be chosen for a field, whatever else it may be. */
function choicesOf(shape: unknown): string[] {
  const { enum: all = [], anyOf = [] } = (shape ?? {}) as { enum?: unknown[]; anyOf?: unknown[] };
  const own = all.filter((value): value is string => typeof value === "string" && value !== "");
  return [...own, ...anyOf.flatMap(choicesOf)];
}

/** Whoever chooses what there is not is told what there is. */
function untold(schema: z.ZodType, field: string, { status, body }: Reply): string[] {
  const choices = choicesOf((fieldsOf(schema) as Record<string, unknown>)[field]);
  const sentence = String(body?.errors?.[field]);
  if (choices.length === 0 || status !== 400) return [];
  return choices.every((choice) => sentence.includes(choice)) ? [] : [`${field}: ${sentence}`];
}

const written = (value: unknown) => JSON.stringify(value)?.slice(0, 40);

async function inBody({ body, send }: Prepared, fields: string[]): Promise<string[]> {
  const wrong: string[] = [];
  const sound = body as Record<string, unknown> ?? {};
  for (const value of [...VALUES, undefined]) {
    for (const field of fields) {
      const reply = await send({ ...sound, [field]: value });
      wrong.push(...faults(`${field} = ${written(value)}`, reply));
    }
    wrong.push(...faults(`the body = ${written(value)}`, await send(value ?? null)));
  }
  return wrong;
}

/** @param once some values twice: two fields of one name */
async function inForm({ body, send }: Prepared, fields: string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const field of fields) {
    for (const value of [...TEXTS, null, new File(["a"], "a.png"), new File([], "")]) {
      for (const times of [1, 2]) {
        const form = new FormData();
        for (const [name, sound] of (body as FormData).entries()) form.append(name, sound);
        form.delete(field);
        for (let at = 0; value !== null && at < times; at += 1) form.append(field, value);
        form.append("__proto__", "a");
        wrong.push(...faults(`${field} = ${written(value)} × ${times}`, await send(form)));
      }
    }
  }
  return wrong;
}

async function inQuery({ fixture, path }: Prepared, fields: string[]): Promise<string[]> {
  const [bare = ""] = path.split("?");
  const wrong: string[] = [];
  const texts = TEXTS.filter((text) => text.length < 4000);
  for (const field of fields) {
    const pairs = texts.map((text) => `${field}=${encodeURIComponent(text)}`);
    for (const pair of [...pairs, `${field}[]=1&__proto__=1`, field]) {
      for (const query of [pair, `${pair}&${pair}`]) {
        const reply = await fixture.caller.get(`${bare}?${query}`);
        wrong.push(...faults(query, reply));
        const isPaging = field === "page" || field === "limit";
        if (isPaging && reply.status !== 200) wrong.push(`${query}: ${reply.status}`);
      }
    }
  }
  return wrong;
}

/** A valid request, but for this one field. */
function odd(call: Prepared, part: "json" | "form" | "query", field: string): Promise<Reply> {
  const { body, path, send, fixture } = call;
  if (part === "query") return fixture.caller.get(`${path.split("?")[0]}?${field}=impossible`);
  if (part === "json") return send({ ...body as object, [field]: "impossible" });
  const form = new FormData();
  for (const [name, value] of (body as FormData).entries()) form.append(name, value);
  form.set(field, "impossible");
  return send(form);
}

const PARTS = { json: inBody, form: inForm, query: inQuery } as const;

for (const part of ["json", "form", "query"] as const) {
  Deno.test(`whatever stands in a field of a ${part}, it is answered in a sentence`, async (t) => {
    await using server = await testServer();
    const { limits } = server.parts;
    // Here the words are asked for, again and again; the limits have tests of their own.
    Object.assign(limits, { take: () => Promise.resolve(), check: () => Promise.resolve() });
    for (const key of callsWith((_, enforced) => part in enforced)) {
      await t.step(key, async () => {
        const schema = (ENFORCED.get(key) as Record<string, z.ZodType>)[part] as z.ZodType;
        const fields = Object.keys(fieldsOf(schema));
        const call = await prepared(server, key);
        equals(await PARTS[part](call, fields), []);
        for (const field of fields) equals(untold(schema, field, await odd(call, part, field)), []);
      });
    }
  });
}
