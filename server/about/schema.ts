/** The About page: its text, and its event. */
import * as z from "zod";
import { asLast, email, line, text, time, version } from "../kit/schema.ts";

const blankIsNone = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => null), schema], asLast).nullable();

export const milestone = z.strictObject({
  year: z.int("Year must be a whole number.").min(1900, "Year must be 1900 or later.")
    .max(2200, "Year must be 2200 or earlier."),
  title: line("Title"),
  text: text("Text", 2000),
});

/** Quick Contact: what the About and Contact pages list. */
export const quickContact = z.strictObject({
  email: blankIsNone(email),
  support: blankIsNone(email),
  phone: blankIsNone(line("Phone", 40)),
});

export const aboutInput = z.strictObject({
  story: text("Our Story", 20_000),
  mission: text("Our Mission", 20_000),
  milestones: z.array(milestone).max(50, "At most 50 milestones."),
  contact: quickContact,
  version: version.optional(),
});
export type AboutInput = z.infer<typeof aboutInput>;

/** Public. The team is the list of mentors and admins, and no part of it. */
export const about = aboutInput.extend({
  /** The two texts rendered, safe to show. */
  html: z.object({ story: z.string(), mission: z.string() }),
  /** Null while nobody has written it. */
  updatedAt: time.nullable(),
  version,
});
export type About = z.infer<typeof about>;

/** What a new installation shows until an admin has written its own. */
export const FIRST_ABOUT: Omit<AboutInput, "version"> = {
  story:
    "Doubtless is where our class practises programming: with assignments to solve, doubts to raise at any hour, and mentors who answer them.",
  mission:
    "No doubt should stay unasked. Every learner gets an answer, and finds those that others were given.",
  milestones: [],
  contact: { email: null, support: null, phone: null },
};

export const aboutEvents = { "about.saved": about };

export const aboutTopics = { "about.saved": { of: () => "about", isState: true } };
