/** Webhooks: what a school's other systems are told of; inputs, views, bounds, and the event. */
import * as z from "zod";
import { id, text, time, version } from "../kit/core/schema.ts";

export const WEBHOOKS_MOST = 10;
export const DELIVERIES_LISTED = 50;
/** The most deliveries of a webhook that are kept, with those that wait. */
export const DELIVERIES_KEPT = 1000;
/** Minutes after which a delivery will be retried: about a day in all. */
export const TRIES_AFTER = [1, 5, 30, 120, 360, 720] as const;
/** A webhook that fails for so many days is turned off. */
export const FAILING_DAYS = 3;
/** The most characters of an answer that are kept. */
export const ANSWER_KEPT = 500;

export const WEBHOOK_EVENTS = ["doubt.raised", "doubt.answered", "review.decided"] as const;
export type WebhookEvent = typeof WEBHOOK_EVENTS[number];
export const TEST = "webhook.test";

const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1, "Choose at least one event.").max(
  WEBHOOK_EVENTS.length,
)
  .refine((all) => new Set(all).size === all.length, "Name each event once.");

export const webhookInput = z.strictObject({ url: text("Address", 2000), events });
export type WebhookInput = z.infer<typeof webhookInput>;

export const editWebhookInput = z.strictObject({
  events,
  /** Turning it on again also forgets that it failed. */
  isOn: z.boolean(),
  version: version.optional(),
});
export type EditWebhookInput = z.infer<typeof editWebhookInput>;

export const webhook = z.object({
  _id: id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isOn: z.boolean(),
  /** Since when every try has failed; null while it works. */
  failingSince: time.nullable(),
  createdAt: time,
  version,
});
export type Webhook = z.infer<typeof webhook>;

/** The hosts are those of WEBHOOK_HOSTS: a webhook may have no other. */
export const webhookList = z.object({ webhooks: z.array(webhook), hosts: z.array(z.string()) });
export type WebhookList = z.infer<typeof webhookList>;

/** Only the reply that makes a webhook has its secret, which verifies the signatures. */
export const madeWebhook = z.object({ secret: z.string(), webhook });
export type MadeWebhook = z.infer<typeof madeWebhook>;

export const delivery = z.object({
  _id: id,
  type: z.enum([...WEBHOOK_EVENTS, TEST]),
  createdAt: time,
  tries: z.int(),
  /** The time of the last try; null before. */
  triedAt: time.nullable(),
  /** When it is tried next; null when it is done. */
  dueAt: time.nullable(),
  isSent: z.boolean(),
  /** The status of the last answer; null without one. */
  status: z.int().nullable(),
  /** The beginning of the last answer, or why there was none. */
  answer: z.string(),
});
export type Delivery = z.infer<typeof delivery>;

export const byDelivery = z.object({ id, deliveryId: id });

/** Clients fetch what they show. */
export const webhookEvents = { "webhooks.changed": z.object({}) };
