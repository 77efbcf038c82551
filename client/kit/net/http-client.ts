/**
 * Calls the server's routes by their path: `client.doubts[":id"].$get({ param })`. It has the types
 * of Hono's client at a fifth of its size, because it supports only the calls that this app makes.
 */
import type { ClientRequest } from "hono/client";
import type { ExtractSchema, Schema } from "hono/types";
import type { Api } from "../../../server/app.ts";

/** The calls below a path: a property for each of its next parts, and the methods of the path. */
type Below<Calls extends Schema, Path extends string> =
  & { [Part in NextPart<keyof Calls, Path>]: Below<Calls, `${Path}/${Part}`> }
  & (Path extends keyof Calls ? ClientRequest<string, Path, Calls[Path]> : unknown);
/** The first part of each call's path after the given one. */
type NextPart<Call, Path extends string> = Call extends `${Path}/${infer Rest}`
  ? Rest extends `${infer Part}/${string}` ? Part : Rest
  : never;
type Client = Below<ExtractSchema<Api>, "">;

type Texts = Record<string, string | undefined>;

interface Given {
  param?: Record<string, string>;
  query?: Record<string, string | string[] | undefined>;
  json?: unknown;
  form?: Record<string, FormDataEntryValue | FormDataEntryValue[] | undefined>;
}

interface Options {
  headers?: Texts;
  init?: RequestInit;
}

/** Pairs each name with each of its values, without undefined ones. */
const entriesOf = <T>(given: Record<string, T | T[] | undefined> = {}): [string, T][] =>
  Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, one as T] as [string, T])
  );

function bodyOf({ json, form }: Given): BodyInit | undefined {
  if (form === undefined) return json === undefined ? undefined : JSON.stringify(json);
  const body = new FormData();
  for (const [name, value] of entriesOf(form)) body.append(name, value);
  return body;
}

/** Timeouts in ms: a connection may be lost without an error. */
export const LIMITS = { answered: 30_000, /** For a request with files. */ uploaded: 300_000 };

export function clientOf(base: string, headers: () => Texts, limits = LIMITS): Client {
  function send(path: readonly string[], [given = {}, options = {}]: [Given?, Options?]) {
    const method = path.at(-1)?.slice(1).toUpperCase() ?? "";
    const parts = path.slice(0, -1).map((part) =>
      part.startsWith(":") ? encodeURIComponent(given.param?.[part.slice(1)] ?? "") : part
    );
    const query = new URLSearchParams(entriesOf(given.query)).toString();
    const said = {
      ...(given.json === undefined ? {} : { "content-type": "application/json" }),
      ...headers(),
      ...options.headers,
    };
    const limit = AbortSignal.timeout(given.form === undefined ? limits.answered : limits.uploaded);
    const stop = options.init?.signal;
    return fetch([base, ...parts].join("/") + (query && `?${query}`), {
      method,
      body: bodyOf(given),
      headers: entriesOf(said),
      ...options.init,
      signal: stop ? AbortSignal.any([stop, limit]) : limit,
    });
  }
  const at = (path: readonly string[]): unknown =>
    new Proxy(() => {}, {
      // Without this, `await` would take a path for a promise.
      get: (_target, name) =>
        typeof name !== "string" || name === "then" ? undefined : at([...path, name]),
      apply: (_target, _self, given) => send(path, given as [Given?, Options?]),
    });
  return at([]) as Client;
}
