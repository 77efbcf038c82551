/** Hono's client for the server's routes, with time limits. */
import { hc } from "hono/client";
import type { Api } from "../../../server/app.ts";

/** Timeouts in ms: a connection may be lost without an error. */
export const LIMITS = { answered: 30_000, /** For a request with files. */ uploaded: 300_000 };

export const clientOf = (
  base: string,
  headers: () => Record<string, string>,
  limits = LIMITS,
) => hc<Api>(base, { headers, fetch: fetchWithin(limits) });

const fetchWithin =
  (limits: typeof LIMITS) => (input: string | URL | Request, init: RequestInit = {}) => {
    const url = String(input);
    // Hono puts ids into the path as they are. One from an address, such as "../users", must not lead
    // to another call.
    if (!new URL(url, "http://here").href.endsWith(url)) {
      const refusal = { msg: "This address does not exist.", code: "not-found" };
      return Promise.resolve(Response.json(refusal, { status: 404 }));
    }
    const limit = AbortSignal.timeout(
      init.body instanceof FormData ? limits.uploaded : limits.answered,
    );
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    return fetch(url, { ...init, signal });
  };
