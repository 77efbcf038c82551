/** Shapes that all features' schemas use: ids, names, links, paging, errors. */
import * as z from "zod";
import { limitOf, MAX_PAGE_SIZE, pageOf } from "./paging.ts";
import { ROLES } from "./roles.ts";

export const role = z.enum(ROLES);

export const id = z.uuid("This is not a valid id.");

/** The revision of a mutable entity. Each change adds one. */
export const version = z.int().min(1);

/** ISO 8601 in UTC. */
export const time = z.string();

const MOMENT = "This is a date and a time, like 2026-11-30T17:00.";

/** At most nine digits after the point: `Temporal` refuses more. */
export const UP_TO_NANOSECONDS = /^[^.]*(\.\d{1,9}(\D.*)?)?$/;

/** A date and a time that a person gives: of the class's zone, unless it names another one. */
export const moment = (error = MOMENT) =>
  z.string(error).regex(z.regexes.datetime({ local: true, offset: true }), error)
    .regex(UP_TO_NANOSECONDS, error);

/** The same, or nothing: the thing appears at once. */
export const appearsAt = z.union([z.literal(["", null]).transform(() => undefined), moment()], {
  error: MOMENT,
}).optional();

/**
 * Characters that nobody sees: controls of the text's direction, spaces without a width, fillers and
 * tags. With them a name could look like another one, like nothing, or be shown backwards. The two
 * joiners (ZWJ and ZWNJ) are none of them: Indian scripts need them.
 */
const INVISIBLE =
  /[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
/** Joiners join nothing at the beginning of a text. */
const BLANK_BEGINNING = /^[\s\u200C\u200D]+/;

/** Returns a name or a title as others see it. */
export const shown = (value: string): string =>
  value.replace(INVISIBLE, "").replace(BLANK_BEGINNING, "").trimEnd();

/**
 * A name or a title: trimmed, without invisible characters. They are removed and not refused, since
 * they come with copied text, and whoever pasted them could neither see nor delete them.
 */
export const title = (error?: string) => z.string(error).overwrite(shown);

/** A line of text: as `title`, not empty, without control characters. */
export const line = (what: string, most = 200) =>
  title()
    .min(1, `${what} is required.`)
    .max(most, { error: `${what} must be at most ${most} characters.`, abort: true })
    .regex(/^[^\p{Cc}\u2028\u2029]*$/u, `${what} must be a single line.`);

const NO_FILE = "Please choose a file.";

/** A file of a multipart form. A browser sends an empty one without a name where none is chosen. */
export const chosenFile = () =>
  z.instanceof(File, { message: NO_FILE })
    .refine(({ size, name }) => size > 0 || name !== "", NO_FILE)
    .refine(({ size }) => size > 0, "This file is empty.");

export const UNSTORABLE = "This contains a character that cannot be stored.";

/** PostgreSQL cannot store a NUL or half of a surrogate pair. */
export const isStorable = (value: string): boolean => !/[\0\p{Cs}]/u.test(value);

/** A text of several lines: trimmed, not empty. */
export const text = (what: string, most = 10_000) =>
  z.string().trim()
    .min(1, `${what} is required.`)
    .max(most, `${what} must be at most ${most} characters.`)
    .refine(isStorable, `${what} contains a character that cannot be stored.`);

export const NO_LINK = "A link must be a full http or https address.";
export const link = z.string().trim().max(2000, "A link must be at most 2000 characters.").refine(
  (value) => {
    if (!/^https?:\/\//i.test(value) || /[\s\p{Cc}]/u.test(value)) return false;
    return URL.canParse(value);
  },
  NO_LINK,
).meta({ pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}]+$" });

export const email = title().toLowerCase().min(1, "Email is required.")
  .max(254, "An email address is too long.")
  .pipe(z.email("This is not a valid email address."));

const DOMAIN = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const DOMAIN_MOST = 253;

/** A domain ("*.School.edu", "bücher.example") in ASCII and lower case; null if it is none. */
export function readMailDomain(text: string): string | null {
  const typed = text.trim();
  if (typed === "" || typed.length > DOMAIN_MOST || /[\s/?#@:\\%]/.test(typed)) return null;
  const wild = typed.startsWith("*.") ? "*." : "";
  // URL converts other scripts to ASCII as browsers do in the field of an address.
  const url = `http://${typed.slice(wild.length)}`;
  if (!URL.canParse(url)) return null;
  const domain = wild + new URL(url).hostname;
  return domain.length <= DOMAIN_MOST && DOMAIN.test(domain) ? domain : null;
}

type UnionIssue = { errors?: { message: string }[][] };
/** For a union of an empty value and one other kind: errors are about the other kind. */
export const asLast = {
  error: (issue: unknown) => (issue as UnionIssue).errors?.at(-1)?.[0]?.message,
};

/** An optional field that may also be empty. */
export const orBlank = <T extends z.ZodType>(field: T, error?: string | typeof asLast) =>
  z.union([z.literal("").transform(() => undefined), field], error).optional();

/** An optional field of an edit: empty text or null clears it. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.union([z.null(), z.literal("").transform(() => null), schema], asLast).optional();

/** An enum; `missing` is the error when no value is chosen. */
export const oneOf = <T extends string>(values: readonly [T, ...T[]], missing: string) =>
  z.enum(values, { error: ({ input }) => (input ?? "") === "" ? missing : undefined });

/** An optional filter of a list: empty or "all" means no filter. */
export const filter = <T extends string>(values: readonly [T, ...T[]]) =>
  z.union([z.enum(values), z.literal(["", "all"])]).optional()
    .transform((value) => (value === "" || value === "all" ? undefined : value) as T | undefined);

export const SOUGHT_MOST = 200;

export const sought = (most = SOUGHT_MOST) =>
  z.string().trim().max(most, `Search for at most ${most} characters.`);

/** A text filter: matched literally and case-insensitively, anywhere in the text. */
export const match = sought().optional().transform((value) => value || undefined);

/** A query parameter. If it occurs twice, it counts as invalid. */
const paging = z.string().optional().catch("");

export const page = paging.transform(pageOf);

export const limit = paging.transform(limitOf);

/** The page size of a list that is whole unless the caller asks for less. */
export const wholeLimit = paging.transform((value) =>
  value === undefined ? MAX_PAGE_SIZE : limitOf(value)
);

/** The last row that paging can reach, so that no page makes the database read a whole table. */
const REACH = 10_000;

/** Where a part begins, from 0, in place of a page. They may overlap, so deletions skip nothing. */
export const from = paging.transform((value) =>
  value === undefined || !/^\d{1,6}$/.test(value) ? undefined : Number(value)
);

/** Where a part of a list begins. */
export type Part = { page?: number | undefined; from?: number | undefined };

/** A page's offset, its limit, and its end. */
export function span({ page = 1, from, limit }: Part & { limit: number }) {
  const offset = Math.min(from ?? (page - 1) * limit, REACH);
  const end = Math.min(offset + limit, REACH);
  return { offset, limit: end - offset, end };
}

/** The shape of every error reply. */
export const failure = z.object({
  msg: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
});
export type Failure = z.infer<typeof failure>;
/** Further members of an error reply, where the call documents them. */
export type UnverifiedDetails = { token?: string };
export type ConflictDetails = {
  current?: unknown;
  by?: { _id: string; name: string; role: z.infer<typeof role> };
  until?: string;
};

/** A reply with only a message for the person. */
export const messageReply = z.object({ msg: z.string() });

/** The `id` in a path. A malformed id is answered like an unknown one. */
export const byId = z.object({ id });

/** A person as every signed-in person sees them. */
export const someone = z.object({ _id: id, name: z.string(), role });
export type Someone = z.infer<typeof someone>;
