/** The rows of the calls about the calendar: see routes.ts. */
import { EVERYONE, type Row, SIGNED_IN } from "./route_row.ts";

export const CALENDAR_ROUTES: Record<string, Row> = {
  "GET /calendar": { may: SIGNED_IN },
  "POST /calendar": {
    creates: "calendar_feeds",
    announces: ["calendar.changed → user"],
    may: SIGNED_IN,
  },
  "DELETE /calendar": { announces: ["calendar.changed → user"], may: SIGNED_IN },
  "GET /calendar/:file": {
    may: EVERYONE,
    with: async (fixture) => {
      const { body } = await (await fixture.other("student")).post("/calendar");
      return { params: { file: body.path.split("/").at(-1) } };
    },
  },
};
