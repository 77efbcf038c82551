/** The rows of the calls under /quick-questions, for the table in routes.ts. */
import type { Fixture } from "./fixture.ts";
import { LEARNERS, type Row, SIGNED_IN, STAFF } from "./route_row.ts";

/** Returns a request about a quick question that is open. */
const aQuickQuestion = (body?: unknown): Row["with"] => async (fixture) => {
  const { body: quickQuestion } = await (await fixture.other("mentor"))
    .post("/quick-questions", { text: "Is it clear?", options: ["Yes", "No"] });
  return { params: { id: quickQuestion._id ?? quickQuestion.current._id }, body };
};

/** One question is open at a time. */
async function closeOpen(fixture: Fixture): Promise<void> {
  const mentor = await fixture.other("mentor");
  const { body } = await mentor.get("/quick-questions/current");
  if (body.quickQuestion?.closedAt === null) {
    await mentor.put(`/quick-questions/${body.quickQuestion._id}/close`);
  }
}

export const QUICK_QUESTION_ROUTES: Record<string, Row> = {
  "GET /quick-questions": { may: STAFF },
  "POST /quick-questions": {
    may: STAFF,
    creates: "polls",
    announces: ["quickQuestion.opened → class", "quickQuestion.changed → staff"],
    with: async (fixture) => {
      await closeOpen(fixture);
      return { body: { text: "Is it clear?", options: ["Yes", "No"] } };
    },
  },
  "GET /quick-questions/current": { may: SIGNED_IN },
  "PUT /quick-questions/:id/answer": {
    may: LEARNERS,
    announces: ["quickQuestion.changed → staff user"],
    with: aQuickQuestion({ option: 1 }),
  },
  "PUT /quick-questions/:id/close": {
    may: STAFF,
    announces: ["quickQuestion.closed → class"],
    with: aQuickQuestion(),
  },
  "PUT /quick-questions/:id/again": {
    may: STAFF,
    announces: ["quickQuestion.again → class", "quickQuestion.changed → staff"],
    with: async (fixture) => {
      await closeOpen(fixture);
      return await aQuickQuestion()?.(fixture) ?? {};
    },
  },
  "PUT /quick-questions/:id/show": {
    may: STAFF,
    announces: ["quickQuestion.closed → class", "quickQuestion.shown → class"],
    with: aQuickQuestion({}),
  },
};
