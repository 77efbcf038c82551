/** The rows of the calls about what is kept about oneself: see routes.ts. */
import { backHash } from "../../server/people/removals/queries.ts";
import { PASSWORD } from "./people.ts";
import { ADMIN, EVERYONE, FIGURES, type Row, SIGNED_IN } from "./route_row.ts";

/** An account that an admin has deleted. */
const aDeleted: Row["with"] = async (fixture) => {
  const { _id: id } = await fixture.other("student");
  await (await fixture.other("admin")).delete(`/users/${id}`);
  return { params: { id } };
};

export const PERSONAL_ROUTES: Record<string, Row> = {
  "GET /personal/copy": { may: SIGNED_IN, records: ["data.exported"] },
  "POST /auth/me/deletion-code": { may: SIGNED_IN, announces: [], creates: "codes" },
  "POST /auth/me/deletion": {
    may: SIGNED_IN,
    // Another admin stays.
    with: async (fixture) => {
      await fixture.other("admin");
      return { body: { password: PASSWORD } };
    },
    announces: ["session.ended → user", "user.changed → admins", FIGURES],
    records: ["account.deleted"],
    creates: null,
  },
  "GET /users/removals": { may: ADMIN },
  "POST /users/removals/:id/take-back": {
    may: ADMIN,
    with: aDeleted,
    announces: ["user.changed → admins", FIGURES],
    records: ["account.taken-back"],
    creates: null,
  },
  "POST /users/removals/take-back": {
    may: EVERYONE,
    with: async (fixture) => {
      const { database: { sql }, tokens } = fixture.server.parts;
      const { _id } = await fixture.other("student");
      await (await fixture.other("admin")).delete(`/users/${_id}`);
      const token = crypto.getRandomValues(new Uint8Array(32))
        .toBase64({ alphabet: "base64url", omitPadding: true });
      await sql`update removals set hash = ${backHash(tokens, token)}
        where person_id = ${_id}`;
      return { body: { token } };
    },
    announces: ["user.changed → admins", FIGURES],
    records: ["account.taken-back"],
    creates: null,
  },
};
