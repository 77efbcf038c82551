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

type Checks = Record<string, ValidateFunction>;
type Responses = Record<string, { content: Record<string, { schema: object }> }>;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const published = new Map<string, Promise<Checks>>();

/** Returns the checks of a call's replies by status, made from its part of the contract. */
async function checksOf({ method, path }: typeof CALLS[number]): Promise<Checks> {
  const handlers = routes.routes.filter((route) => route.method === method && route.path === path);
  const { paths, components } = await openapiOf(handlers, {});
  const operation = Object.values(paths).flatMap((methods) => Object.values(methods))[0];
  const responses = Object.entries((operation?.responses ?? {}) as Responses);
  return Object.fromEntries(responses.flatMap(([status, { content }]) => {
    const schema = content["application/json"]?.schema;
    return schema ? [[status, ajv.compile({ ...schema, components })]] : [];
  }));
}

/** @returns what is wrong with the JSON of a reply, or null */
export async function unpublished(
  { method, path, status, body }: { method: string; path: string; status: number; body: unknown },
): Promise<string | null> {
  const call = CALLS.find((call) =>
    call.method === method && call.pattern.test(path.split("?")[0] ?? "")
  );
  if (!call) return null;
  const checks = published.get(call.key) ?? checksOf(call);
  published.set(call.key, checks);
  const check = (await checks)[status];
  if (check?.(body)) return null;
  const why = check ? ajv.errorsText(check.errors) : "this status has no JSON";
  return `${call.key} replied ${status}, not as it is published: ${why}: ${
    JSON.stringify(body).slice(0, 500)
  }`;
}
