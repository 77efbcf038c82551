/** The rows of the calls about rosters: see routes.ts. */
import type { Fixture } from "./fixture.ts";
import { rosterForm } from "./rosters.ts";
import { ADMIN, FIGURES, type Row } from "./route_row.ts";

/** Returns a form with one new person, and the digest of its preview. */
async function aRoster(fixture: Fixture): Promise<FormData> {
  const text = `name,email\nNila,${fixture.newAddress()}\n`;
  const admin = await fixture.other("admin");
  const { body } = await admin.post("/users/roster/preview", rosterForm(text));
  return rosterForm(text, body.digest);
}

export const ROSTER_ROUTES: Record<string, Row> = {
  "GET /users/roster": { may: ADMIN },
  "POST /users/roster/preview": {
    creates: null,
    announces: [],
    may: ADMIN,
    with: ({ newAddress }) => ({ body: rosterForm(`name,email\nNila,${newAddress()}\n`) }),
  },
  "POST /users/roster": {
    creates: "people",
    records: ["roster.imported"],
    announces: ["roster.changed → admins", FIGURES],
    may: ADMIN,
    with: async (fixture) => ({ body: await aRoster(fixture) }),
  },
  "POST /users/roster/:id/undo": {
    creates: null,
    records: ["roster.undone"],
    announces: ["roster.changed → admins", FIGURES],
    may: ADMIN,
    with: async (fixture) => {
      const admin = await fixture.other("admin");
      const { body } = await admin.post("/users/roster", await aRoster(fixture));
      return { params: { id: body.import._id } };
    },
  },
};
