/** The rows of the calls about notifications: see routes.ts. */
import { EVERYONE, type Row, SIGNED_IN } from "./route_row.ts";

/** Returns a browser's push subscription. */
const browserSubscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
});

export const NOTIFICATION_ROUTES: Record<string, Row> = {
  "GET /notifications": { may: SIGNED_IN },
  "POST /notifications/read": {
    announces: ["notification.read → user"],
    creates: null,
    may: SIGNED_IN,
    with: async (fixture) => ({ body: { ids: [(await fixture.notification())._id] } }),
  },
  "POST /notifications/read-all": {
    announces: ["notification.read → user"],
    creates: null,
    may: SIGNED_IN,
    with: async (fixture) => ({ body: { upTo: (await fixture.notification())._id } }),
  },
  "GET /notifications/settings": { may: SIGNED_IN },
  "PUT /notifications/settings": {
    announces: ["notification.settings → user"],
    may: SIGNED_IN,
    with: () => ({ body: { digestHour: 7 } }),
  },
  "GET /notifications/push-key": { may: SIGNED_IN },
  "POST /notifications/browsers": {
    announces: [],
    creates: "push_subscriptions",
    may: SIGNED_IN,
    with: () => ({ body: browserSubscription() }),
  },
  "DELETE /notifications/browsers": {
    announces: [],
    may: SIGNED_IN,
    with: () => ({ body: { endpoint: browserSubscription().endpoint } }),
  },
  "POST /notifications/unsubscribe": {
    announces: ["notification.settings → user"],
    creates: null,
    may: EVERYONE,
    with: async (fixture) => {
      const { _id } = await fixture.someone("student");
      const token = await fixture.server.parts.tokens.signUnsubscribe(_id, ["reply"]);
      return { query: `?token=${token}` };
    },
  },
};
