/** The calls about the map of a class session. */
import { Hono } from "hono";
import { answers } from "../../kit/contract/describe.ts";
import { byId } from "../../kit/core/schema.ts";
import { type App, ask, input, learnersOnly, staffOnly } from "../../kit/http/guard.ts";
import { change } from "../../live/outbox.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import { storeSign } from "./writes.ts";

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
      "Tell that the asker has opened a question of the running class session, or writes. Signs " +
        "that come too soon are not stored again.",
      schema.signReply,
      { refusals: ["409 classSession.over"] },
    ),
    learnersOnly,
    input("param", byId),
    input("json", schema.signInput),
    async (c) => {
      const sign = c.req.valid("json");
      await change(c, storeSign, c.req.valid("param").id, sign);
      return c.json({ assignmentId: sign.assignmentId });
    },
  );
