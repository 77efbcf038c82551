/** The rows of the calls about rosters: see routes.ts. */
import type { Fixture } from "./fixture.ts";
import type { RosterInput } from "../../server/people/roster/schema.ts";
import { ADMIN, FIGURES, type Row } from "./route_row.ts";

/** A roster with one new person. */
const aRoster = ({ newAddress }: Fixture): RosterInput => ({
  rows: [{ line: 2, typed: { name: "Nila", email: newAddress() } }],
});

export const ROSTER_ROUTES: Record<string, Row> = {
  "GET /users/roster": { may: ADMIN },
  "POST /users/roster/preview": {
    creates: null,
    announces: [],
    may: ADMIN,
    with: (fixture) => ({ body: aRoster(fixture) }),
  },
  "POST /users/roster": {
    creates: "people",
    records: ["roster.imported"],
    announces: ["roster.changed → admins", FIGURES],
    may: ADMIN,
    with: (fixture) => ({ body: aRoster(fixture) }),
  },
  "POST /users/roster/:id/undo": {
    creates: null,
    records: ["roster.undone"],
    announces: ["roster.changed → admins", FIGURES],
    may: ADMIN,
    with: async (fixture) => {
      const admin = await fixture.other("admin");
      const { body } = await admin.post("/users/roster", aRoster(fixture));
      return { params: { id: body.import._id } };
    },
  },
};
