/** The calls about the map of a class session. */
import { Hono } from "hono";
import { answers } from "../../kit/contract/describe.ts";
import { byId } from "../../kit/core/schema.ts";
import { type App, ask, input, learnersOnly, staffOnly } from "../../kit/http/guard.ts";
import { keyOf } from "../../live/outbox.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

export const mapRoutes = new Hono<App>()
  .get(
    "/:id/map",
    answers("The map of a class session: learners by questions.", schema.classSessionMap),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await queries.classSessionMap(ask(c), c.req.valid("param").id)),
  )
  .post(
    "/:id/signs",
    answers(
      "Tell that the asker has opened a question of the running class session, or writes. The " +
        "reply comes when the sign is stored; signs that come too soon are not stored again.",
      schema.signReply,
      { refusals: ["409 classSession.over"] },
    ),
    learnersOnly,
    input("param", byId),
    input("json", schema.signInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const { assignmentId, sign } = c.req.valid("json");
      // A sign that comes again is not stored again, with the same key or without one.
      keyOf(c);
      await queries.checkSign(ask(c), id, assignmentId);
      const studentId = c.var.me._id;
      await c.var.parts.signs.note({ classSessionId: id, studentId, assignmentId, sign });
      return c.json({ assignmentId });
    },
  );
