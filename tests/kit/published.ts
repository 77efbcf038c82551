/** Checks that every error reply that a test gets is published for its call. */
import { routes } from "../../server/app.ts";
import { openapiOf } from "../../server/kit/contract/openapi.ts";

type Shape = { $ref?: string; oneOf?: Shape[]; properties?: { code: { enum: string[] } } };

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

const published = new Map<string, Promise<Record<string, string[]>>>();

/** Returns the error codes of a call by status, read from its part of the contract. */
async function codesOf({ method, path }: typeof CALLS[number]): Promise<Record<string, string[]>> {
  const handlers = routes.routes.filter((route) => route.method === method && route.path === path);
  const { paths, components } = await openapiOf(handlers, {});
  const operation = Object.values(paths).flatMap((methods) => Object.values(methods))[0];
  const codesIn = ({ $ref, oneOf, properties }: Shape): string[] => {
    if ($ref) return codesIn(components.schemas[$ref.split("/").at(-1) ?? ""] as Shape);
    return properties?.code?.enum ?? oneOf?.flatMap(codesIn) ?? [];
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
      codesIn(content["application/json"]?.schema ?? {}),
    ]),
  );
}

/** @returns what is wrong with the error reply, or null */
export async function unpublished(
  { method, path, status, code }: { method: string; path: string; status: number; code?: string },
): Promise<string | null> {
  const call = CALLS.find((call) =>
    call.method === method && call.pattern.test(path.split("?")[0] ?? "")
  );
  if (!call) return null;
  const codes = published.get(call.key) ?? codesOf(call);
  published.set(call.key, codes);
  if ((await codes)[status]?.includes(code ?? "")) return null;
  return `${call.key} was refused with ${status} ${code}, which is not published`;
}
