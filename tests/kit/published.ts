/** Holds every refusal that a test gets to what is published of the call. */
import { routes } from "../../server/app.ts";
import { calls } from "../../server/contract/schema.ts";
import type { Call } from "../../server/kit/calls.ts";
import { refusalsOf } from "../../server/kit/failures.ts";
import { enforcedBy } from "../../server/kit/openapi.ts";

/** Longer patterns first: of those that fit, the one with the fewest names is meant. */
const PUBLISHED = [...enforcedBy(routes.routes)].map(([key, enforced]) => {
  const [method, path = ""] = key.split(" ");
  const call = (calls as Record<string, Call>)[key];
  return {
    key,
    method,
    names: path.split(":").length,
    fits: new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}/?$`),
    refusals: call ? refusalsOf(key, call, enforced) : {},
  };
}).sort((one, other) => one.names - other.names);

/** @returns what is wrong with the refusal, or null */
export function unpublished(
  { method, path, status, code }: { method: string; path: string; status: number; code?: string },
): string | null {
  const call = PUBLISHED.find((call) =>
    call.method === method && call.fits.test(path.split("?")[0] ?? "")
  );
  if (!call || call.refusals[status]?.includes(code ?? "")) return null;
  return `${call.key} was refused with ${status} ${code}, which is not published`;
}
