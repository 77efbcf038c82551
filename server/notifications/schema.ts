/** What concerns a person, whether they read it, how they are told, and their browsers. */
import * as z from "zod";
import { id, limit, page, someone, time, version } from "../kit/core/schema.ts";

/** How one kind reaches a person besides the list: without both, the list is all. */
export const ways = z.strictObject({ push: z.boolean(), mail: z.boolean() });
export type Ways = z.infer<typeof ways>;

/** The ways that nobody has chosen yet. A push needs a browser that has agreed to it. */
export const USUAL_WAYS = {
  reply: { push: true, mail: true },
  followed: { push: true, mail: false },
  "asked-again": { push: true, mail: false },
  review: { push: true, mail: true },
  comment: { push: true, mail: false },
  answer: { push: true, mail: false },
  assigned: { push: true, mail: false },
  merged: { push: false, mail: false },
  poll: { push: false, mail: false },
  announcement: { push: false, mail: false },
  message: { push: true, mail: false },
  nudge: { push: true, mail: false },
} satisfies Record<string, Ways>;

export type Kind = keyof typeof USUAL_WAYS;
export const KINDS = Object.keys(USUAL_WAYS) as Kind[];
export const kind = z.enum(KINDS);

/** The newest notifications that a person has, and for how long they are kept. */
export const KEPT_MOST = 100;
export const KEPT_DAYS = 60;
export const BROWSERS_MOST = 10;

export const notification = z.object({
  _id: id,
  kind,
  /** Who caused it; null if nobody did. */
  by: someone.nullable(),
  /** The title of the question, or the subject of the announcement or message, as it is now. */
  title: z.string(),
  /** The address of the exact place. */
  path: z.string(),
  /** The doubt, the assignment, the announcement or the message. */
  subjectId: id,
  /** The question, if it is about one. */
  assignmentId: id.nullable(),
  at: time,
  /** Of a reply: staff began the thread, so the student has asked nothing there. */
  mentorFirst: z.literal(true).optional(),
});
export type Notification = z.infer<typeof notification>;

export const listedNotification = notification.extend({ isRead: z.boolean() });
export type ListedNotification = z.infer<typeof listedNotification>;

export const listQuery = z.object({ page, limit });
export type ListQuery = z.infer<typeof listQuery>;
export const notificationPage = z.object({
  notifications: z.array(listedNotification),
  unread: z.int(),
  total: z.int(),
});
export type NotificationPage = z.infer<typeof notificationPage>;

export const readInput = z.strictObject({
  ids: z.array(id).min(1, "Name at least one notification.")
    .max(KEPT_MOST, `At most ${KEPT_MOST} notifications at once.`),
});
export type ReadInput = z.infer<typeof readInput>;
/** Reads this notification and all older ones. */
export const readAllInput = z.strictObject({ upTo: id });
export type ReadAllInput = z.infer<typeof readAllInput>;

/** The kinds that are mailed at once. The others come in one mail a day. */
export const MAILED_AT_ONCE: readonly Kind[] = ["reply", "followed", "nudge"];

const CLOCK = "This is a time of day, like 22:00.";
const clock = z.string(CLOCK).regex(/^([01]\d|2[0-3]):[0-5]\d$/, CLOCK);
/** From when to when nothing is pushed and nothing is mailed, in the class's time zone. */
export const quiet = z.strictObject({ from: clock, to: clock })
  .refine(({ from, to }) => from !== to, {
    path: ["to"],
    message: "Quiet hours end at another time than they begin.",
  });
export type Quiet = z.infer<typeof quiet>;

const HOUR = "The hour of the daily mail is a whole number from 0 to 23.";
export const settings = z.object({
  ways: z.record(kind, ways),
  quiet: quiet.nullable(),
  /** The hour of the daily mail, in the class's time zone. */
  digestHour: z.int(HOUR).min(0, HOUR).max(23, HOUR),
  /** Staff: whether to be told when somebody waits longer than one's own limit. */
  nudges: z.boolean(),
  version,
});
export type Settings = z.infer<typeof settings>;
export const settingsInput = z.strictObject({
  ways: z.partialRecord(kind, ways).optional(),
  quiet: quiet.nullable().optional(),
  digestHour: settings.shape.digestHour.optional(),
  nudges: z.boolean().optional(),
  version: version.optional(),
});
export type SettingsInput = z.infer<typeof settingsInput>;

const KEY = "This is not a key of a push subscription.";
const keyOf = (bytes: number) =>
  z.string(KEY).regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil(bytes * 4 / 3)}}=*$`), KEY);
export const ENDPOINT_MOST = 1000;
const ENDPOINT = "This is not the address of a known push service.";
/** What a browser's PushSubscription says. */
export const subscriptionInput = z.strictObject({
  endpoint: z.string(ENDPOINT).max(ENDPOINT_MOST, "The push address is too long.")
    .regex(/^https:\/\/[a-z0-9.-]+\/\S*$/, ENDPOINT),
  keys: z.strictObject({ p256dh: keyOf(65), auth: keyOf(16) }),
});
export type SubscriptionInput = z.infer<typeof subscriptionInput>;
export const unsubscriptionInput = subscriptionInput.pick({ endpoint: true });
/** The public VAPID key, with which a browser subscribes. */
export const pushKey = z.object({ key: z.string() });

const TOKEN = "This link is not complete.";
/** The token of a mail's link that ends mails of a kind. */
export const unsubscribeQuery = z.object({
  token: z.string(TOKEN).min(1, TOKEN).max(2000, TOKEN),
});

export const notificationEvents = {
  "notification.made": notification,
  /** These are read; with `upTo`, that one and all older ones are. */
  "notification.read": z.object({ ids: z.array(id), upTo: id.nullable() }),
  "notification.settings": settings,
};
