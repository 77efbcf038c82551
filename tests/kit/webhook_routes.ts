/** The rows of the calls about webhooks: see routes.ts. */
import type { Fixture } from "./fixture.ts";
import type { TestPerson } from "./people.ts";
import { ADMIN, type Row } from "./route_row.ts";

const WANTED = { url: "https://hooks.school.test/doubts", events: ["doubt.raised"] };
const CHANGED = { announces: ["webhooks.changed → admins"], may: ADMIN };

/** Returns an admin, after deleting all webhooks: there can be few, and tests share a server. */
async function adminWithRoom(fixture: Fixture): Promise<TestPerson> {
  const admin = await fixture.other("admin");
  for (const { _id } of (await admin.get("/webhooks")).body.webhooks) {
    await admin.delete(`/webhooks/${_id}`);
  }
  return admin;
}

async function aWebhook(fixture: Fixture): Promise<string> {
  const { body } = await (await adminWithRoom(fixture)).post("/webhooks", WANTED);
  return body.webhook._id;
}

async function aDelivery(fixture: Fixture): Promise<Record<string, string>> {
  const id = await aWebhook(fixture);
  const admin = await fixture.other("admin");
  await admin.post(`/webhooks/${id}/test`);
  const { body } = await admin.get(`/webhooks/${id}/deliveries`);
  return { id, deliveryId: body[0]._id };
}

const withId = (body?: unknown): Row["with"] => async (fixture) => ({
  params: { id: await aWebhook(fixture) },
  body,
});

export const WEBHOOK_ROUTES: Record<string, Row> = {
  "GET /webhooks": { may: ADMIN },
  "POST /webhooks": {
    ...CHANGED,
    records: ["webhook.made"],
    creates: "webhooks",
    with: async (fixture) => {
      await adminWithRoom(fixture);
      return { body: WANTED };
    },
  },
  "PUT /webhooks/:id": {
    ...CHANGED,
    records: ["webhook.changed"],
    with: withId({ events: ["review.decided"], isOn: true }),
  },
  "DELETE /webhooks/:id": { ...CHANGED, records: ["webhook.deleted"], with: withId() },
  "GET /webhooks/:id/deliveries": { may: ADMIN, with: withId() },
  "POST /webhooks/:id/test": { ...CHANGED, creates: null, with: withId() },
  "POST /webhooks/:id/deliveries/:deliveryId/again": {
    ...CHANGED,
    creates: null,
    with: async (fixture) => ({ params: await aDelivery(fixture) }),
  },
};
