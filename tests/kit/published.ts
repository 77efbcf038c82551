/** Checks that every error reply that a test gets is published for its call. */
import { routes } from "../../server/app.ts";
import { openapiOf } from "../../server/kit/contract/openapi.ts";

type Shape = {
  $ref?: string;
  oneOf?: Shape[];
  properties?: { code: { enum: string[] } };
  required?: string[];
};
/** The members of a published refusal: those that it may have, and those that it must have. */
type Members = { codes: string[]; may: string[]; must: string[] };

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

const published = new Map<string, Promise<Record<string, Members[]>>>();

/** Returns the refusals of a call by status, read from its part of the contract. */
async function refusalsOf(
  { method, path }: typeof CALLS[number],
): Promise<Record<string, Members[]>> {
  const handlers = routes.routes.filter((route) => route.method === method && route.path === path);
  const { paths, components } = await openapiOf(handlers, {});
  const operation = Object.values(paths).flatMap((methods) => Object.values(methods))[0];
  const refusalsIn = ({ $ref, oneOf, properties, required = [] }: Shape): Members[] => {
    if ($ref) return refusalsIn(components.schemas[$ref.split("/").at(-1) ?? ""] as Shape);
    if (!properties) return oneOf?.flatMap(refusalsIn) ?? [];
    return [{ codes: properties.code.enum, may: Object.keys(properties), must: required }];
  };
  const responses = Object.entries(
    (operation?.responses ?? {}) as Record<
      string,
      { content: Record<string, { schema: Shape }> }
    >,
  );
  return Object.fromEntries(
    responses.filter(([status]) => Number(status) >= 400).map(([status, { content }]) => [
      status,
      refusalsIn(content["application/json"]?.schema ?? {}),
    ]),
  );
}

/** @returns what is wrong with the error reply, or null */
export async function unpublished(
  { method, path, status, body }: {
    method: string;
    path: string;
    status: number;
    body: { code?: string; [member: string]: unknown };
  },
): Promise<string | null> {
  const call = CALLS.find((call) =>
    call.method === method && call.pattern.test(path.split("?")[0] ?? "")
  );
  if (!call) return null;
  const refusals = published.get(call.key) ?? refusalsOf(call);
  published.set(call.key, refusals);
  const { code = "" } = body;
  const what = `${call.key} was refused with ${status} ${code}`;
  const known = (await refusals)[status]?.find(({ codes }) => codes.includes(code));
  if (!known) return `${what}, which is not published`;
  const more = Object.keys(body).filter((name) => !known.may.includes(name));
  const less = known.must.filter((name) => !(name in body));
  if (more.length + less.length === 0) return null;
  return `${what}, not as it is published: ${more} beside it, ${less} missing`;
}
