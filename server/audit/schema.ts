/** The audit trail: what is recorded, in which words, and what an admin asks for. */
import * as z from "zod";
import { filter, id, orBlank, time } from "../kit/core/schema.ts";

/** Everything that is recorded, and how a row says it. The person's name comes before. */
export const VERBS = {
  "session.opened": "signed in",
  "session.refused": "A sign-in failed for",
  "session.more-refused": "More sign-ins failed",
  "session.ended": "signed out of",
  "session.others-ended": "signed out everywhere else",
  "session.all-ended": "signed everybody out",
  "password.changed": "changed the password",
  "password.reset": "reset the password",
  "account.registered": "registered",
  "account.linked": "linked an account of the school's provider",
  "account.invited": "invited",
  "account.edited": "edited the account of",
  "account.renamed": "changed their own name to",
  "account.role": "changed the role of",
  "account.disabled": "disabled",
  "account.enabled": "enabled",
  "account.deleted": "deleted the account of",
  "token.made": "made the API token",
  "token.taken-back": "revoked the API token",
  "webhook.made": "made the webhook to",
  "webhook.changed": "changed the webhook to",
  "webhook.deleted": "deleted the webhook to",
  "account.taken-back": "restored the deleted account of",
  "account.removed": "removed what was kept about",
  "admission.changed": "changed who may register",
  "admission.password": "changed who signs in with a password",
  "invitation.made": "made an invitation",
  "invitation.taken-back": "revoked an invitation",
  "roster.imported": "imported a roster",
  "roster.undone": "undid the import of a roster",
  "term.closed": "closed the term",
  "term.undone": "undid the closing of the term",
  "section.made": "made the section",
  "section.renamed": "renamed the section",
  "section.deleted": "deleted the section",
  "section.members": "put people in or out of the section",
  "data.exported": "exported",
  "about.changed": "edited the About page",
  "announcement.deleted": "deleted the announcement",
  "briefing.deleted": "deleted the briefing of",
  "comment.deleted": "took back a comment on a program",
  "entry.deleted": "took back an entry of the doubt on",
  "note.deleted": "deleted a note about",
  "saved-reply.deleted": "deleted the saved reply",
  "claim.taken-over": "took over the claim on",
} as const;
export type Verb = keyof typeof VERBS;
const verbs = Object.keys(VERBS) as [Verb, ...Verb[]];

export const KINDS = [
  "account",
  "announcement",
  "briefing",
  "comment",
  "doubt",
  "note",
  "response",
  "saved reply",
  "section",
  "session",
  "token",
  "webhook",
] as const;

/** Longer names, titles and details are cut. In characters. */
export const TITLE_MOST = 120;

/** The failed sign-ins of one address that are recorded in a minute; then one row says "more". */
export const FAILURES_MOST = 20;

export const ROWS_MOST = 50;

const DAY = "This is a day, like 2026-11-30.";
/** From 1970 to 2999: PostgreSQL has no year 0. */
const day = z.iso.date(DAY).regex(/^(19[7-9]|2\d\d)\d-/, DAY);

export const auditFilter = z.object({
  /** Rows by this person, and about this person's account. */
  person: orBlank(id),
  verb: filter(verbs),
  /** The first and the last day, in the class's zone. */
  first: orBlank(day),
  last: orBlank(day),
});
export type AuditFilter = z.infer<typeof auditFilter>;

export const auditQuery = auditFilter.extend({
  /** Only rows older than this one. */
  before: orBlank(id),
});
export type AuditQuery = z.infer<typeof auditQuery>;

const person = z.object({ _id: id, name: z.string() });

export const auditRow = z.object({
  _id: id,
  at: time,
  verb: z.enum(verbs),
  /** Null when nobody was signed in, or the server itself did it. */
  by: person.nullable(),
  about: z.object({ kind: z.enum(KINDS), _id: id, title: z.string() }).nullable(),
  detail: z.string(),
  /** Null when the server itself did it. */
  address: z.string().nullable(),
  device: z.string().nullable(),
});
export type AuditRow = z.infer<typeof auditRow>;

/** Newest first. */
export const auditPage = z.object({ rows: z.array(auditRow), hasOlder: z.boolean() });
export type AuditPage = z.infer<typeof auditPage>;
