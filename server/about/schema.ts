/** The About page: its input, its reply and its event. */
import * as z from "zod";
import { asLast, email, line, text, time, version } from "../kit/core/schema.ts";

const blankIsNone = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal("").transform(() => null), schema], asLast).nullable();

export const milestone = z.strictObject({
  year: z.int("Year must be a whole number.").min(1900, "Year must be 1900 or later.")
    .max(2200, "Year must be 2200 or earlier."),
  title: line("Title"),
  text: text("Text", 2000),
});

/** "Quick Contact": the addresses and the phone number on the About and Contact pages. */
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

/** Public. The team is not part of it: it is the list of mentors and admins. */
export const about = aboutInput.extend({
  /** The two texts as rendered, safe HTML. */
  html: z.object({ story: z.string(), mission: z.string() }),
  /** Null until an admin has edited the page. */
  updatedAt: time.nullable(),
  version,
});
export type About = z.infer<typeof about>;

/** The default texts of a new installation, shown until an admin edits the page. */
export const DEFAULT_ABOUT: Omit<AboutInput, "version"> = {
  story:
    "Doubtless is where our class practises programming: with assignments to solve, doubts to raise at any hour, and mentors who answer them.",
  mission:
    "No doubt should stay unasked. Every learner gets an answer, and finds those that others were given.",
  milestones: [],
  contact: { email: null, support: null, phone: null },
};

export const aboutEvents = { "about.saved": about };
