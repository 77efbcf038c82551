/** The rows of the calls about visitors' messages, and about who may register: see routes.ts. */
import { ADMIN, EVERYONE, type Row } from "./route_row.ts";

export const VISITOR_ROUTES: Record<string, Row> = {
  "GET /contact": { may: ADMIN },
  "POST /contact": {
    creates: "contact_messages",
    announces: ["contact.received → admins"],
    may: EVERYONE,
    with: ({ newAddress }) => ({
      body: { name: "A Visitor", email: newAddress(), message: "When is the next class?" },
    }),
  },
  "GET /admission": { may: EVERYONE },
  "PUT /admission": {
    records: ["admission.changed"],
    announces: [],
    may: ADMIN,
    with: () => ({ body: { rule: "open", domains: ["school.edu"] } }),
  },
};
