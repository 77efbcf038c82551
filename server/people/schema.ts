/** The signed-in user, people as others see them, the team, and what admins may change. */
import * as z from "zod";
import { ROLES } from "../kit/core/roles.ts";
import { EXPLAIN_IN } from "../languages/types.ts";
import {
  clearable,
  email,
  filter,
  from,
  id,
  line,
  link,
  match,
  page,
  role,
  someone,
  time,
  title,
  version,
} from "../kit/core/schema.ts";

export const name = line("Name", 100);
export const branch = title().max(60, "Branch must be at most 60 characters.")
  .regex(/^[^\p{Cc}]*$/u, "Branch must be a single line.");
const DIGITS = /^\s*-?\d{1,20}(\.\d{1,20})?\s*$/;
/** A number, or its digits as a form sends them. */
export const year = z.preprocess(
  (value) => typeof value === "string" && DIGITS.test(value) ? Number(value) : value,
  z.number("Year must be a number.").int("Year must be a whole number.")
    .min(1, "Year must be 1 or more.").max(9999, "Year is too large."),
).meta({
  type: ["integer", "string"],
  pattern: "^\\s*0{0,16}[1-9]\\d{0,3}(\\.0{1,20})?\\s*$",
});

/** The language of the sentences that explain compilers' messages, crashes and wrong outputs. */
export const explainIn = z.enum(EXPLAIN_IN, 'Choose "en" or "hi".');

/** The roles of accounts that an admin makes; students register themselves. */
export const INVITED_ROLES = ["mentor", "admin", "volunteer"] as const;
export const RECIPIENT_ROLES = ["mentor", "volunteer", "admin"] as const;
/** The size of a page of people; a student search returns fewer. */
export const PEOPLE_MOST = 500;
export const SEARCH_MOST = 20;
export const MANY_MOST = 100;

/** The longest time for which an account can be disabled: ten years. */
export const HOURS_MOST = 87_600;

export const user = z.object({
  id,
  _id: id,
  name: z.string(),
  email,
  role,
  branch: z.string().nullable(),
  year: z.int().nullable(),
  profileImage: z.string().nullable(),
  explainIn,
  /** The sections that the person is in, and their names. */
  sections: z.array(id),
  sectionNames: z.array(z.string()),
  /** Without one, they sign in with the school's account. */
  hasPassword: z.boolean(),
  /** A learner's number of solved questions and of pending homework, at the time of the reply. */
  solvedCount: z.int(),
  pendingHW: z.int(),
  createdAt: time,
  version,
});
export type User = z.infer<typeof user>;

/** A possible recipient of a message. Mentors get the address, learners do not. */
export const recipient = someone.extend({ email: z.string().optional() });
export type Recipient = z.infer<typeof recipient>;

export const student = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  branch: z.string().nullable(),
  year: z.int().nullable(),
});
export type Student = z.infer<typeof student>;

export const account = someone.extend({
  email: z.string(),
  branch: z.string().nullable(),
  year: z.int().nullable(),
  profileImage: z.string().nullable(),
  linkedin: z.string().nullable(),
  github: z.string().nullable(),
  /** False until the address is verified. */
  verified: z.boolean(),
  disabledUntil: time.nullable(),
  /** Why mail does not reach this address, in the mail server's words. */
  mailRefused: z.string().nullable().optional(),
  /** The ids of the sections. Only the list has them. */
  sections: z.array(id).optional(),
  /** The last sign-in. Only the list has it, and only of those who have signed in. */
  signedInAt: time.optional(),
  createdAt: time,
  version,
});
export type Account = z.infer<typeof account>;

export const teamMember = someone.extend({
  email: z.string(),
  image: z.string().nullable(),
  linkedin: z.string().nullable(),
  github: z.string().nullable(),
});
export type TeamMember = z.infer<typeof teamMember>;

export const peopleQuery = z.object({ role: filter(ROLES), search: match, page, from });
export type PeopleQuery = z.infer<typeof peopleQuery>;

export const studentQuery = z.object({ search: match, page, from });
export type StudentQuery = z.infer<typeof studentQuery>;

export const inviteInput = z.strictObject({
  name,
  email,
  role: z.enum(INVITED_ROLES, "Choose mentor, admin or volunteer."),
});
export type InviteInput = z.infer<typeof inviteInput>;

export const accountInput = z.strictObject({
  name: name.optional(),
  email: email.optional(),
  role: role.optional(),
  branch: clearable(branch),
  year: clearable(year),
  linkedin: clearable(link),
  github: clearable(link),
  version: version.optional(),
});
export type AccountInput = z.infer<typeof accountInput>;

const HOURS = "Hours must be a positive number, or 0 to enable the account again.";
export const disableInput = z.strictObject({
  hours: z.number(HOURS).min(0, HOURS).max(HOURS_MOST, `Hours must be at most ${HOURS_MOST}.`),
  version: version.optional(),
});
export type DisableInput = z.infer<typeof disableInput>;

export const manyInput = z.strictObject({
  act: z.enum(["disable", "enable", "delete"]),
  ids: z.array(id).min(1, "Choose at least one account.")
    .max(MANY_MOST, `Choose at most ${MANY_MOST} accounts at once.`),
  /** For "disable" only. */
  hours: disableInput.shape.hours.optional(),
}).refine(({ act, hours }) => (act === "disable") === (hours !== undefined), {
  message: "Hours are needed to disable accounts, and only then.",
  path: ["hours"],
});
export type ManyInput = z.infer<typeof manyInput>;

export const manyDone = z.object({
  done: z.array(id),
  refused: z.array(z.object({
    _id: id,
    /** Null when there is no such account. */
    name: z.string().nullable(),
    code: z.string(),
    msg: z.string(),
  })),
});
export type ManyReply = z.infer<typeof manyDone>;

export const personHere = someone.extend({ seenAt: time });
export type PersonHere = z.infer<typeof personHere>;
/** A person who was seen within this time counts as here, in minutes. */
export const HERE_MINUTES = 2;

export const sessionEnded = z.object({
  reason: z.enum([
    "password-reset",
    "password-changed",
    "disabled",
    "deleted",
    "role-changed",
    "signed-out",
  ]),
  /** Sessions of an earlier epoch have ended; 0 when only one session has ended. */
  epoch: z.int(),
  /** The session that has ended, if it is only one. */
  session: id.optional(),
  /** The session that ended all others, and stays. */
  keeps: id.optional(),
});

export type SessionEnded = z.infer<typeof sessionEnded>;

export const peopleEvents = {
  /** The team on the About page has changed: clients fetch it again. */
  "team.changed": z.object({}),
  "session.ended": sessionEnded,
  /** To the person: their own account has changed, and clients fetch it again. */
  "profile.changed": z.object({ version }),
  /** To those whose screens may name the person. */
  "person.renamed": z.object({ _id: id, name }),
  /** For admins, to keep their list of accounts up to date. */
  "user.changed": z.union([account, z.object({ _id: id, removed: z.literal(true) })]),
};
