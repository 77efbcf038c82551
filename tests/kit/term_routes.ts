/** The rows of the calls about terms: see routes.ts. */
import type { Fixture } from "./fixture.ts";
import { ADMIN, type Row, SIGNED_IN } from "./route_row.ts";
import { closeTerm } from "./terms.ts";

const aTerm = async (fixture: Fixture) => {
  await fixture.noLesson();
  return await closeTerm(fixture.server, await fixture.other("admin"));
};

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
    announces: ["term.changed → admins"],
    with: async (fixture) => {
      await aTerm(fixture);
      return { body: { name: crypto.randomUUID() } };
    },
  },
  "POST /terms/:id/undo": {
    may: ADMIN,
    creates: null,
    records: ["term.undone"],
    announces: ["term.changed → admins"],
    with: async (fixture) => ({ params: { id: (await aTerm(fixture))._id } }),
  },
};
