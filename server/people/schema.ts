/** People: the signed-in user, how others see them, the team, and what admins may change. */
import * as z from "zod";
import { ROLES } from "../kit/roles.ts";
import {
  asLast,
  email,
  filter,
  id,
  line,
  link,
  match,
  page,
  role,
  time,
  version,
} from "../kit/schema.ts";

export const name = line("Name", 100);
export const branch = z.string().trim().max(60, "Branch must be at most 60 characters.")
  .regex(/^[^\p{Cc}]*$/u, "Branch must be a single line.");
const DIGITS = /^\s*-?\d{1,20}(\.\d{1,20})?\s*$/;
/** A number, or its digits as a form has them. */
export const year = z.preprocess(
  (value) => typeof value === "string" && DIGITS.test(value) ? Number(value) : value,
  z.number("Year must be a number.").int("Year must be a whole number.")
    .min(1, "Year must be 1 or more.").max(9999, "Year is too large."),
).meta({
  type: ["integer", "string"],
  pattern: "^\\s*0{0,16}[1-9]\\d{0,3}(\\.0{1,20})?\\s*$",
});

/** The roles that an admin makes accounts for; students register themselves. */
export const INVITED_ROLES = ["mentor", "admin", "volunteer"] as const;
/** The roles that anybody may write to. */
export const RECIPIENT_ROLES = ["mentor", "volunteer", "admin"] as const;
/** A page of a list of people; a student search finds fewer. */
export const PEOPLE_MOST = 500;
export const SEARCH_MOST = 20;
/** The longest that an account can be disabled: ten years. */
export const HOURS_MOST = 87_600;

/** How anybody signed in sees somebody. */
export const someone = z.object({ _id: id, name: z.string(), role });
export type Someone = z.infer<typeof someone>;

/** The signed-in person's own user object. */
export const user = z.object({
  id,
  _id: id,
  name: z.string(),
  email,
  role,
  branch: z.string().nullable(),
  year: z.int().nullable(),
  profileImage: z.string().nullable(),
  /** What a learner has solved, and the homework that waits for them, when this was answered. */
  solvedCount: z.int(),
  pendingHW: z.int(),
  createdAt: time,
  version,
});
export type User = z.infer<typeof user>;

/** Somebody to write to; mentors get addresses, learners do not. */
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

/** An account as admins see it. */
export const account = someone.extend({
  email: z.string(),
  branch: z.string().nullable(),
  year: z.int().nullable(),
  profileImage: z.string().nullable(),
  linkedin: z.string().nullable(),
  github: z.string().nullable(),
  /** False until the address is confirmed. */
  verified: z.boolean(),
  disabledUntil: time.nullable(),
  /** Why no mail reaches this address: what its mail server said. */
  mailRefused: z.string().nullable().optional(),
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

export const peopleQuery = z.object({ role: filter(ROLES), search: match, page });
export type PeopleQuery = z.infer<typeof peopleQuery>;

export const studentQuery = z.object({ search: match, page });
export type StudentQuery = z.infer<typeof studentQuery>;

export const inviteInput = z.strictObject({
  name,
  email,
  role: z.enum(INVITED_ROLES, "Choose mentor, admin or volunteer."),
});
export type InviteInput = z.infer<typeof inviteInput>;

/** Empty text clears what may be missing. */
const clearable = <T extends z.ZodType>(schema: T) =>
  z.union([z.null(), z.literal("").transform(() => null), schema], asLast).optional();

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

export const sessionEnded = z.object({
  reason: z.enum(["password-reset", "disabled", "deleted", "role-changed", "signed-out"]),
  /** Sessions of an earlier epoch of the account are over; whoever signed in since stays. */
  epoch: z.int(),
});

export type SessionEnded = z.infer<typeof sessionEnded>;

export const peopleEvents = {
  /** Somebody joined the team on the About page, left it, or is shown otherwise: fetch it again. */
  "team.changed": z.object({}),
  "session.ended": sessionEnded,
  /** To admins, so that their list of accounts stays true. */
  "user.changed": z.union([account, z.object({ _id: id, removed: z.literal(true) })]),
};

export const peopleTopics = {
  "user.changed": { of: ({ _id }: { _id: string }) => `user:${_id}`, isState: true },
};
