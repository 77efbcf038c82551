/** The rows of the calls about a mentor's desk: see routes.ts. */
import { about, type Row, STAFF } from "./route_row.ts";

export const DESK_ROUTES: Record<string, Row> = {
  "GET /desk": { may: STAFF },
  "GET /desk/week": { may: STAFF },
  "PUT /desk/limits": {
    announces: ["desk.limits → user"],
    may: STAFF,
    with: () => ({ body: { long: 5, tooLong: 20 } }),
  },
  "GET /desk/context": {
    may: STAFF,
    with: async (fixture) => {
      const { assignmentId, studentId } = await fixture.response();
      return { query: `?assignmentId=${assignmentId}&studentId=${studentId}` };
    },
  },
  "GET /desk/replies": { may: STAFF },
  "POST /desk/replies": {
    creates: "saved_replies",
    announces: ["saved-reply.saved → user"],
    may: STAFF,
    with: () => ({ body: { name: "Loops", text: "Which value does i have last?" } }),
  },
  "PUT /desk/replies/:id": {
    announces: ["saved-reply.saved → staff"],
    may: STAFF,
    with: about((fixture) => fixture.savedReply(), {
      name: "Loops",
      text: "Which value does i have first?",
      shared: true,
    }),
  },
  "DELETE /desk/replies/:id": {
    records: ["saved-reply.deleted"],
    announces: ["saved-reply.removed → user"],
    may: STAFF,
    with: about((fixture) => fixture.savedReply()),
  },
};
