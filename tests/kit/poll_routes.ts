/** The rows of the calls under /polls, for the table in routes.ts. */
import type { Fixture } from "./fixture.ts";
import { LEARNERS, type Row, SIGNED_IN, STAFF } from "./route_row.ts";

/** Returns a request about a quick question that is open. */
const aPoll = (body?: unknown): Row["with"] => async (fixture) => {
  const { body: poll } = await (await fixture.other("mentor"))
    .post("/polls", { text: "Is it clear?", options: ["Yes", "No"] });
  return { params: { id: poll._id ?? poll.current._id }, body };
};

/** One question is open at a time. */
async function closeOpen(fixture: Fixture): Promise<void> {
  const mentor = await fixture.other("mentor");
  const { body } = await mentor.get("/polls/current");
  if (body.poll?.closedAt === null) await mentor.put(`/polls/${body.poll._id}/close`);
}

export const POLL_ROUTES: Record<string, Row> = {
  "GET /polls": { may: STAFF },
  "POST /polls": {
    may: STAFF,
    creates: "polls",
    announces: ["poll.opened → class", "poll.changed → staff"],
    with: async (fixture) => {
      await closeOpen(fixture);
      return { body: { text: "Is it clear?", options: ["Yes", "No"] } };
    },
  },
  "GET /polls/current": { may: SIGNED_IN },
  "PUT /polls/:id/answer": {
    may: LEARNERS,
    announces: ["poll.changed → staff user"],
    with: aPoll({ option: 1 }),
  },
  "PUT /polls/:id/close": { may: STAFF, announces: ["poll.closed → class"], with: aPoll() },
  "PUT /polls/:id/again": {
    may: STAFF,
    announces: ["poll.again → class", "poll.changed → staff"],
    with: async (fixture) => {
      await closeOpen(fixture);
      return await aPoll()?.(fixture) ?? {};
    },
  },
  "PUT /polls/:id/show": {
    may: STAFF,
    announces: ["poll.closed → class", "poll.shown → class"],
    with: aPoll({}),
  },
};
