/** The webhooks, and the deliveries of the one that is open; null until they are fetched. */
import type { Delivery, WebhookList } from "../../server/webhooks/schema.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type KnownWebhooks = Freshness & WebhookList;
export type KnownDeliveries = Freshness & { webhookId: string; items: readonly Delivery[] };

export const webhooksAtom = perUserAtom<KnownWebhooks | null>(null);
export const deliveriesAtom = perUserAtom<KnownDeliveries | null>(null);

export const webhooks = liveQuery({ atom: webhooksAtom, stale: ["webhooks.changed"] });
export const deliveries = liveQuery({ atom: deliveriesAtom, stale: ["webhooks.changed"] });
