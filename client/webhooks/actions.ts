/** The calls about webhooks. What they change is fetched again. */
import type {
  EditWebhookInput,
  MadeWebhook,
  WebhookEvent,
  WebhookInput,
} from "../../server/webhooks/schema.ts";
import { api, call, once } from "../kit/net/api.ts";
import { deliveries, webhooks } from "./state.ts";

const at = api.webhooks;

export async function loadWebhooks(signal?: AbortSignal): Promise<void> {
  const { data, seq } = await call(at.$get({}, { init: { signal } }));
  webhooks.store({ ...data, seq });
}

export async function loadDeliveries(id: string, signal?: AbortSignal): Promise<void> {
  const { data: items, seq } = await call(
    at[":id"].deliveries.$get({ param: { id } }, { init: { signal } }),
  );
  deliveries.store({ webhookId: id, items, seq });
}

/** Makes a webhook, and returns it with its secret. Only this reply has that. */
export async function makeWebhook(json: WebhookInput, key: string): Promise<MadeWebhook> {
  const { data } = await call(at.$post({ json }, once(key)));
  await loadWebhooks();
  return data;
}

export async function editWebhook(
  id: string,
  json: EditWebhookInput & { events: WebhookEvent[] },
): Promise<void> {
  await call(at[":id"].$put({ param: { id }, json }));
  await loadWebhooks();
}

export async function deleteWebhook(id: string): Promise<void> {
  await call(at[":id"].$delete({ param: { id } }));
  await loadWebhooks();
}

/** @returns the sentence for the person */
export async function sendTest(id: string): Promise<string> {
  const { data } = await call(at[":id"].test.$post({ param: { id } }));
  await loadDeliveries(id);
  return data.msg;
}

/** @returns the sentence for the person */
export async function sendAgain(id: string, deliveryId: string): Promise<string> {
  const param = { id, deliveryId };
  const { data } = await call(at[":id"].deliveries[":deliveryId"].again.$post({ param }));
  await loadDeliveries(id);
  return data.msg;
}
