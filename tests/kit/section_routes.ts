/** The rows of the calls about sections: see routes.ts. */
import type { Fixture } from "./fixture.ts";
import { ADMIN, type Row, STAFF } from "./route_row.ts";

const newName = (): string => `Section ${crypto.randomUUID().slice(0, 8)}`;

/** Makes a section. */
async function aSection(fixture: Fixture): Promise<string> {
  const { body } = await (await fixture.other("admin")).post("/sections", { name: newName() });
  return body._id;
}

export const SECTION_ROUTES: Record<string, Row> = {
  "GET /sections": { may: STAFF },
  "POST /sections": {
    creates: "sections",
    records: ["section.made"],
    announces: ["section.changed → staff"],
    may: ADMIN,
    with: () => ({ body: { name: newName() } }),
  },
  "PUT /sections/:id": {
    records: ["section.renamed"],
    announces: ["section.changed → staff"],
    may: ADMIN,
    with: async (fixture) => ({
      params: { id: await aSection(fixture) },
      body: { name: newName() },
    }),
  },
  "DELETE /sections/:id": {
    records: ["section.deleted"],
    announces: ["access.changed → section", "section.changed → staff"],
    may: ADMIN,
    with: async (fixture) => ({ params: { id: await aSection(fixture) } }),
  },
  "PUT /sections/:id/members": {
    records: ["section.members"],
    announces: ["access.changed → user", "section.changed → staff"],
    may: ADMIN,
    with: async (fixture) => ({
      params: { id: await aSection(fixture) },
      body: { in: [(await fixture.other("student"))._id] },
    }),
  },
};
