/** The rows of the calls about terms: see routes.ts. */
import type { Fixture } from "./fixture.ts";
import { ADMIN, type Row, SIGNED_IN } from "./route_row.ts";
import { closeTerm } from "./terms.ts";

/** Returns a closed term. */
async function aTerm(fixture: Fixture) {
  const admin = await fixture.other("admin");
  const [known] = (await admin.get("/terms")).body;
  if (known) return known;
  await fixture.noClassSession();
  return await closeTerm(admin);
}

export const TERM_ROUTES: Record<string, Row> = {
  "GET /terms": { may: SIGNED_IN },
  "GET /terms/:id/items": {
    may: SIGNED_IN,
    with: async (fixture) => ({ params: { id: (await aTerm(fixture))._id } }),
  },
  "POST /terms": {
    may: ADMIN,
    creates: "terms",
    records: ["term.closed"],
    announces: ["term.changed → home"],
    with: async (fixture) => {
      await fixture.noClassSession();
      return { body: { name: crypto.randomUUID() } };
    },
  },
  "POST /terms/:id/undo": {
    may: ADMIN,
    creates: null,
    records: ["term.undone"],
    announces: ["term.changed → home"],
    with: async (fixture) => ({ params: { id: (await aTerm(fixture))._id } }),
  },
};
