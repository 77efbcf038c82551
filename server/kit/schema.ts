/** Shapes that every feature's schema builds on: ids, names, links, paging, errors. */
import * as z from "zod";
import { limitOf, MAX_PAGE_SIZE, pageOf } from "./paging.ts";
import { ROLES } from "./roles.ts";

export const role = z.enum(ROLES);

export const id = z.uuid("This is not a valid id.");

/** Every mutable entity's revision; it grows by one with each change to the entity. */
export const version = z.int().min(1);

/** ISO 8601 in UTC. */
export const time = z.string();

/** A line of text: trimmed, not empty, without control characters. */
export const line = (what: string, most = 200) =>
  z.string().trim()
    .min(1, `${what} is required.`)
    .max(most, { error: `${what} must be at most ${most} characters.`, abort: true })
    .regex(/^[^\p{Cc}]*$/u, `${what} must be a single line.`);

export const UNSTORABLE = "This contains a character that cannot be stored.";

/** PostgreSQL can neither store nor compare a NUL, nor half of a character of two. */
export const isStorable = (value: string): boolean => !/[\0\p{Cs}]/u.test(value);

/** A text of several lines: trimmed, not empty. */
export const text = (what: string, most = 10_000) =>
  z.string().trim()
    .min(1, `${what} is required.`)
    .max(most, `${what} must be at most ${most} characters.`)
    .refine(isStorable, `${what} contains a character that cannot be stored.`);

/** An http or https address. */
export const link = z.string().trim().max(2000, "A link must be at most 2000 characters.").refine(
  (value) => {
    if (!/^https?:\/\//i.test(value) || /[\s\p{Cc}]/u.test(value)) return false;
    return URL.canParse(value);
  },
  "A link must be a full http or https address.",
).meta({ pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}]+$" });

export const email = z.string().trim().toLowerCase().min(1, "Email is required.")
  .max(254, "An email address is too long.")
  .pipe(z.email("This is not a valid email address."));

type Tried = { errors?: { message: string }[][] };
/** For a union of what is empty and one kind that is not: what is wrong is said of that one. */
export const asLast = {
  error: (issue: unknown) => (issue as Tried).errors?.at(-1)?.[0]?.message,
};

/** One of these; what is wrong when none is chosen is said by `missing`. */
export const oneOf = <T extends string>(values: readonly [T, ...T[]], missing: string) =>
  z.enum(values, { error: ({ input }) => (input ?? "") === "" ? missing : undefined });

/** An optional filter of a list: empty or "all" means no filter. */
export const filter = <T extends string>(values: readonly [T, ...T[]]) =>
  z.union([z.enum(values), z.literal(["", "all"])]).optional()
    .transform((value) => (value === "" || value === "all" ? undefined : value) as T | undefined);

/** What somebody looks for is at most so long. */
export const SOUGHT_MOST = 200;

/** What somebody looks for. */
export const sought = (most = SOUGHT_MOST) =>
  z.string().trim().max(most, `Search for at most ${most} characters.`);

/** A text filter: matched literally and case-insensitively, anywhere in the text. */
export const match = sought().optional().transform((value) => value || undefined);

/** As an address has it; one that is there twice is as invalid as any other. */
const paging = z.string().optional().catch("");

export const page = paging.transform(pageOf);

export const limit = paging.transform(limitOf);

/** The page size of a list that is read whole unless fewer are asked for. */
export const wholeLimit = paging.transform((value) =>
  value === undefined ? MAX_PAGE_SIZE : limitOf(value)
);

/** A list can be paged back over so many rows: no page makes the database read a whole table. */
const REACH = 10_000;

/** Where a page begins, how many rows it has, and where it ends. */
export function span({ page, limit }: { page: number; limit: number }) {
  const offset = Math.min((page - 1) * limit, REACH);
  const end = Math.min(offset + limit, REACH);
  return { offset, limit: end - offset, end };
}

/** What every error reply looks like. */
export const failure = z.object({
  msg: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
});
export type Failure = z.infer<typeof failure>;
/** What a refusal holds besides, where its call says so. */
export type Unverified = { token?: string };
export type Taken = {
  current?: unknown;
  by?: { _id: string; name: string; role: z.infer<typeof role> };
  until?: string;
};

/** A reply that only says something to a person. */
export const said = z.object({ msg: z.string() });

/** The `id` in a path. A malformed one names nothing, and is answered like an unknown one. */
export const byId = z.object({ id });
