/** The rows of the calls about class sessions, for the table in routes.ts. */
import { about, LEARNERS, type Row, SIGNED_IN, STAFF } from "./route_row.ts";

export const CLASS_SESSION_ROUTES: Record<string, Row> = {
  "GET /class-sessions/running": { may: SIGNED_IN },
  "GET /class-sessions": { may: STAFF },
  "POST /class-sessions": {
    creates: "lessons",
    announces: ["classSession.started → class"],
    may: STAFF,
    with: async (fixture) => {
      await fixture.noClassSession();
      return { body: { questions: [(await fixture.assignment())._id] } };
    },
  },
  "PUT /class-sessions/:id": {
    announces: ["classSession.changed → class"],
    may: STAFF,
    with: about((fixture) => fixture.classSession(), { countdownAt: null }),
  },
  "POST /class-sessions/:id/end": {
    creates: null,
    announces: ["classSession.ended → class"],
    may: STAFF,
    with: about((fixture) => fixture.classSession()),
  },

  "GET /class-sessions/:id/wall": { may: STAFF, with: about((fixture) => fixture.classSession()) },
  "POST /class-sessions/:id/wall": {
    creates: null,
    announces: ["classSession.wall → staff"],
    may: STAFF,
    with: about((fixture) => fixture.classSession()),
  },
  "DELETE /class-sessions/:id/wall": {
    announces: ["classSession.wall → staff"],
    may: STAFF,
    with: about((fixture) => fixture.classSession()),
  },
  "PUT /class-sessions/:id/steps": {
    announces: ["classSession.steps → staff"],
    may: STAFF,
    with: async (fixture) => {
      const { _id } = await fixture.classSession();
      const run = await fixture.run();
      return { params: { id: _id }, body: { runId: run._id, step: 3, input: "5" } };
    },
  },
  "DELETE /class-sessions/:id/steps": {
    announces: ["classSession.steps → staff"],
    may: STAFF,
    with: about((fixture) => fixture.classSession()),
  },
  "GET /wall": {
    may: STAFF,
    with: async (fixture) => {
      await fixture.classSession();
      return {};
    },
  },
  "GET /class-sessions/:id/map": { may: STAFF, with: about((fixture) => fixture.classSession()) },
  "POST /class-sessions/:id/signs": {
    creates: null,
    announces: ["classSession.cell → staff"],
    may: LEARNERS,
    with: async (fixture) => {
      const { _id, questions } = await fixture.classSession();
      return { params: { id: _id }, body: { assignmentId: questions[0]._id, sign: "opened" } };
    },
  },
};
