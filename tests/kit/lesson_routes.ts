/** The rows of the calls about class sessions, for the table in routes.ts. */
import { about, LEARNERS, type Row, SIGNED_IN, STAFF } from "./route_row.ts";

export const LESSON_ROUTES: Record<string, Row> = {
  "GET /lessons/running": { may: SIGNED_IN },
  "GET /lessons": { may: STAFF },
  "POST /lessons": {
    creates: "lessons",
    announces: ["lesson.started → class"],
    may: STAFF,
    with: async (fixture) => {
      await fixture.noLesson();
      return { body: { questions: [(await fixture.assignment())._id] } };
    },
  },
  "PUT /lessons/:id": {
    announces: ["lesson.changed → class"],
    may: STAFF,
    with: about((fixture) => fixture.lesson(), { countdownAt: null }),
  },
  "POST /lessons/:id/end": {
    creates: null,
    announces: ["lesson.ended → class"],
    may: STAFF,
    with: about((fixture) => fixture.lesson()),
  },

  "GET /lessons/:id/wall": { may: STAFF, with: about((fixture) => fixture.lesson()) },
  "POST /lessons/:id/wall": {
    creates: null,
    announces: ["lesson.wall → staff"],
    may: STAFF,
    with: about((fixture) => fixture.lesson()),
  },
  "DELETE /lessons/:id/wall": {
    announces: ["lesson.wall → staff"],
    may: STAFF,
    with: about((fixture) => fixture.lesson()),
  },
  "PUT /lessons/:id/steps": {
    announces: ["lesson.steps → staff"],
    may: STAFF,
    with: async (fixture) => {
      const { _id } = await fixture.lesson();
      const run = await fixture.run();
      return { params: { id: _id }, body: { runId: run._id, step: 3, input: "5" } };
    },
  },
  "DELETE /lessons/:id/steps": {
    announces: ["lesson.steps → staff"],
    may: STAFF,
    with: about((fixture) => fixture.lesson()),
  },
  "GET /wall": {
    may: STAFF,
    with: async (fixture) => {
      await fixture.lesson();
      return {};
    },
  },
  "GET /lessons/:id/map": { may: STAFF, with: about((fixture) => fixture.lesson()) },
  "POST /lessons/:id/signs": {
    creates: null,
    announces: ["lesson.signs → staff"],
    may: LEARNERS,
    with: async (fixture) => {
      const { _id, questions } = await fixture.lesson();
      return { params: { id: _id }, body: { assignmentId: questions[0]._id, sign: "opened" } };
    },
  },
};
