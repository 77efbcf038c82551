/** The rows of the calls about visitors' messages, and about who may register, with invitations: see routes.ts. */
import type { Fixture } from "./fixture.ts";
import { ADMIN, EVERYONE, type Row, STAFF } from "./route_row.ts";

/** Returns the body of a request that invites a class. */
const aClass = () => ({
  name: "Class 2B",
  usesMost: 30,
  endsAt: new Date(Date.now() + 86_400_000).toISOString(),
});

const invited = async (fixture: Fixture) =>
  (await (await fixture.other("admin")).post("/admission/invitations", aClass())).body;

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
  "GET /admission/invitations": { may: STAFF },
  "POST /admission/invitations": {
    creates: "invitations",
    records: ["invitation.made"],
    announces: ["invitation.changed → staff"],
    may: ADMIN,
    with: () => ({ body: aClass() }),
  },
  "POST /admission/invitations/open": {
    creates: null,
    announces: [],
    may: EVERYONE,
    with: async (fixture) => ({ body: { token: (await invited(fixture)).token } }),
  },
  "DELETE /admission/invitations/:id": {
    records: ["invitation.taken-back"],
    announces: ["invitation.changed → staff"],
    may: ADMIN,
    with: async (fixture) => ({ params: { id: (await invited(fixture)).invitation._id } }),
  },
};
