/**
 * Sends odd values in every field of every call: none causes a 500, and each refusal is a sentence.
 * In the gate a field gets a twelfth of the values, which the seed chooses, and the fields of a call
 * get all of them together; in a long run every field gets every value.
 */
import { deepStrictEqual as equals } from "node:assert/strict";
import type * as z from "zod";
import {
  callsWith,
  ENFORCED,
  fieldsOf,
  type PreparedRequest,
  prepareRequest,
  withQuery,
} from "../kit/calls.ts";
import { IS_LONG } from "../kit/chosen.ts";
import { TEXTS, VALUES } from "../kit/odd_values.ts";
import type { Reply } from "../kit/people.ts";
import { SEED } from "../kit/random.ts";
import { testServer } from "../kit/server.ts";

const SHARES = IS_LONG ? 1 : 12;

/** Returns the values that this field gets; its neighbours get the others. */
const shareOf = <Value>(values: Value[], nthField: number): Value[] =>
  values.filter((_, at) => (at + nthField + SEED) % SHARES === 0);

const UNFIT = /invalid|expected|received|too small|too big|undefined|\[object|NaN/i;
/** Returns whether a text begins and ends as a sentence, and has no words of the validator. */
const isSentence = (text: unknown) =>
  typeof text === "string" && /^[A-Z].*\.$/.test(text) && !UNFIT.test(text);

/** Returns what is wrong with a reply to an odd value, in a list that is empty when nothing is. */
function faults(what: string, { status, body }: Reply): string[] {
  if (status < 400) return [];
  const said = [body?.msg, ...Object.values(body?.errors ?? {})];
  const isNamed = status !== 400 || body.code !== "invalid" || Object.keys(body.errors).length > 0;
  const isGood = status < 500 && isNamed && said.every(isSentence);
  return isGood ? [] : [`${what}: ${status} ${JSON.stringify(body).slice(0, 300)}`];
}

/** Returns the values that a field may be chosen from, beside any other kinds of values. */
function choicesOf(shape: unknown): string[] {
  const { enum: all = [], anyOf = [] } = (shape ?? {}) as { enum?: unknown[]; anyOf?: unknown[] };
  const own = all.filter((value): value is string => typeof value === "string" && value !== "");
  return [...own, ...anyOf.flatMap(choicesOf)];
}

/** Checks that the refusal of an unknown choice names every choice. */
function untold(schema: z.ZodType, field: string, { status, body }: Reply): string[] {
  const choices = choicesOf((fieldsOf(schema) as Record<string, unknown>)[field]);
  const sentence = String(body?.errors?.[field]);
  if (choices.length === 0 || status !== 400) return [];
  return choices.every((choice) => sentence.includes(choice)) ? [] : [`${field}: ${sentence}`];
}

const written = (value: unknown) => JSON.stringify(value)?.slice(0, 40);

async function inBody({ body, send }: PreparedRequest, fields: string[]): Promise<string[]> {
  const wrong: string[] = [];
  const sound = body as Record<string, unknown> ?? {};
  const values = [...VALUES, undefined];
  for (const [nth, field] of fields.entries()) {
    for (const value of shareOf(values, nth)) {
      const reply = await send({ ...sound, [field]: value });
      wrong.push(...faults(`${field} = ${written(value)}`, reply));
    }
  }
  for (const value of shareOf(values, 0)) {
    wrong.push(...faults(`the body = ${written(value)}`, await send(value ?? null)));
  }
  return wrong;
}

/** Sends every value once and twice: the second time as two fields of one name. */
async function inForm({ body, send }: PreparedRequest, fields: string[]): Promise<string[]> {
  const wrong: string[] = [];
  const values = [...TEXTS, null, new File(["a"], "a.png"), new File([], "")];
  for (const [nth, field] of fields.entries()) {
    for (const value of shareOf(values, nth)) {
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

async function inQuery({ fixture, path }: PreparedRequest, fields: string[]): Promise<string[]> {
  const wrong: string[] = [];
  const texts = TEXTS.filter((text) => text.length < 4000);
  for (const [nth, field] of fields.entries()) {
    const pairs = shareOf(texts, nth).map((text) => `${field}=${encodeURIComponent(text)}`);
    for (const pair of [...pairs, `${field}[]=1&__proto__=1`, field]) {
      for (const query of [pair, `${pair}&${pair}`]) {
        const reply = await fixture.caller.get(withQuery(path, query));
        wrong.push(...faults(query, reply));
        const isPaging = field === "page" || field === "limit";
        if (isPaging && reply.status !== 200) wrong.push(`${query}: ${reply.status}`);
      }
    }
  }
  return wrong;
}

/** Sends a valid request with an impossible value in this one field. */
function odd(
  call: PreparedRequest,
  part: "json" | "form" | "query",
  field: string,
): Promise<Reply> {
  const { body, path, send, fixture } = call;
  if (part === "query") return fixture.caller.get(withQuery(path, `${field}=impossible`));
  if (part === "json") return send({ ...body as object, [field]: "impossible" });
  const form = new FormData();
  for (const [name, value] of (body as FormData).entries()) form.append(name, value);
  form.set(field, "impossible");
  return send(form);
}

const PARTS = { json: inBody, form: inForm, query: inQuery } as const;

for (const part of ["json", "form", "query"] as const) {
  Deno.test(`odd values in the ${part} are refused with a sentence`, async (t) => {
    await using server = await testServer();
    const { limits } = server.parts;
    // The rate limits are off, since this test makes many calls; they have tests of their own.
    Object.assign(limits, { take: () => Promise.resolve(), check: () => Promise.resolve() });
    for (const key of callsWith((_, enforced) => part in enforced)) {
      await t.step(key, async () => {
        const schema = (ENFORCED.get(key) as Record<string, z.ZodType>)[part] as z.ZodType;
        const fields = Object.keys(fieldsOf(schema));
        const call = await prepareRequest(server, key);
        equals(await PARTS[part](call, fields), []);
        for (const field of fields) equals(untold(schema, field, await odd(call, part, field)), []);
      });
    }
  });
}
