/**
 * How postgres.js reads and writes PostgreSQL's arrays. By itself it asks each new connection for
 * the array types, in a query that nobody awaits: if PostgreSQL dies meanwhile, the rejection ends
 * the server.
 */
import { makePgArray } from "drizzle-orm/pg-core";
import type { PostgresType } from "postgres";

/** Ids from PostgreSQL's catalogue pg_type.dat. */
const [BOOL, TEXT, VARCHAR, UUID] = [1000, 1009, 1015, 2951];
const [INT2, INT4, FLOAT4, FLOAT8] = [1005, 1007, 1021, 1022];

const serialize = (value: unknown) => Array.isArray(value) ? makePgArray(value) : value;

/** Options of postgres.js for every connection: arrays of these types, and no query for others. */
export const ARRAYS = {
  fetch_types: false,
  types: {
    texts: arrayOf([TEXT, VARCHAR, UUID], (text) => text),
    numbers: arrayOf([INT2, INT4, FLOAT4, FLOAT8], Number),
    booleans: arrayOf([BOOL], (text) => text === "t"),
  },
} as const;

function arrayOf(from: number[], element: (text: string) => unknown): PostgresType {
  const parse = (text: string) => parseArray(text).map((one) => one === null ? null : element(one));
  return { to: from[0] as number, from, serialize, parse };
}

/** Parses an array with one dimension, as PostgreSQL writes it. */
function parseArray(text: string): (string | null)[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|[^{},"]+/gs)].map(([bare, quoted]) => {
    if (quoted !== undefined) return quoted.replace(/\\(.)/gs, "$1");
    return bare === "NULL" ? null : bare;
  });
}
