/**
 * Checks that a reply is published for its call, in the shape that it has: in every test those that
 * refuse, in tests/policy_test.ts those of every call.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { routes } from "../../server/app.ts";
import { openapiOf } from "../../server/kit/contract/openapi.ts";

/** All calls. Patterns with the fewest parameters come first, since the router prefers them. */
const CALLS = [...new Set(routes.routes.map(({ method, path }) => `${method} ${path}`))].map(
  (key) => {
    const [method, path = ""] = key.split(" ");
    return {
      key,
      method,
      path,
      parameters: path.split(":").length,
      pattern: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`),
    };
  },
).sort((one, other) => one.parameters - other.parameters);

type Schemas = Record<string, object>;
type Responses = Record<string, { content: Record<string, { schema: object }> }>;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const published = new Map<string, Promise<Schemas>>();
const compiled = new Map<string, ValidateFunction>();

/** Returns the schemas of a call's replies by status, from its part of the contract. */
async function repliesOf({ method, path }: typeof CALLS[number]): Promise<Schemas> {
  const handlers = routes.routes.filter((route) => route.method === method && route.path === path);
  const { paths, components: { schemas = {} } = {} } = await openapiOf(handlers, {});
  const operation = Object.values(paths).flatMap((methods) => Object.values(methods))[0];
  const responses = Object.entries((operation?.responses ?? {}) as Responses);
  return Object.fromEntries(responses.flatMap(([status, { content }]) => {
    const schema = content["application/json"]?.schema;
    return schema ? [[status, whole(schema, schemas as Schemas)]] : [];
  }));
}

/** Adds what a schema refers to, and nothing else: most refusals of two calls are equal then. */
function whole(schema: object, all: Schemas): object {
  const schemas: Schemas = {};
  const add = (part: object) => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const found = all[name];
      if (!found || name in schemas) continue;
      schemas[name] = found;
      add(found);
    }
  };
  add(schema);
  return { ...schema, components: { schemas } };
}

/** To compile a schema takes Ajv longer than a test's request. */
function checkOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const check = compiled.get(text) ?? ajv.compile(schema);
  compiled.set(text, check);
  return check;
}

/** @returns what is wrong with the JSON of a reply, or null */
export async function unpublished(
  { method, path, status, body }: { method: string; path: string; status: number; body: unknown },
): Promise<string | null> {
  const call = CALLS.find((call) =>
    call.method === method && call.pattern.test(path.split("?")[0] ?? "")
  );
  if (!call) return null;
  const replies = published.get(call.key) ?? repliesOf(call);
  published.set(call.key, replies);
  const schema = (await replies)[status];
  const check = schema && checkOf(schema);
  if (check?.(body)) return null;
  const why = check ? ajv.errorsText(check.errors) : "this status has no JSON";
  return `${call.key} replied ${status}, not as it is published: ${why}: ${
    JSON.stringify(body).slice(0, 500)
  }`;
}
