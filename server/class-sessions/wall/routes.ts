/** The calls about the wall and its link. */
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { answers, creates } from "../../kit/contract/describe.ts";
import { byId, messageReply } from "../../kit/core/schema.ts";
import { type App, ask, askPublic, inPerson, input, staffOnly } from "../../kit/http/guard.ts";
import { partOf, withPart } from "../../kit/http/openapi_part.ts";
import { change } from "../../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

type WallApp = App & { Variables: { classSessionOfLink?: string } };

/** Lets staff pass, and every request with the code of the wall's link. */
const staffOrLink = withPart(
  createMiddleware<WallApp>(async (c, next) => {
    const code = c.req.header(schema.WALL_HEADER);
    if (code === undefined) return await staffOnly(c, next);
    const { parts: { database: { db }, clock, tokens, limits }, address } = c.var;
    const at = { db, now: clock(), tokens, limits };
    c.set("classSessionOfLink", await queries.classSessionOfLink(at, code, address));
    await next();
  }),
  { spec: partOf(staffOnly)?.spec ?? {} },
);

/** Mounted under /class-sessions. */
export const wallLinkRoutes = new Hono<App>()
  .get(
    "/:id/wall",
    answers("Who made the wall's link, and when.", schema.linkReply),
    staffOnly,
    input("param", byId),
    async (c) => c.json({ link: await queries.linkOf(ask(c).db, c.req.valid("param").id) }),
  )
  .post(
    "/:id/wall",
    creates(
      "Make the wall's link. An earlier one ends. Only this reply has its code.",
      schema.madeLink,
      { refusals: ["409 classSession.over"] },
    ),
    staffOnly,
    inPerson,
    input("param", byId),
    async (c) => {
      const { id: classSessionId } = c.req.valid("param");
      const { linkId, link } = await change(c, commands.makeLink, classSessionId);
      return c.json({
        code: queries.wallCode(c.var.parts.tokens, { classSessionId, linkId }),
        link,
      }, 201);
    },
  )
  .delete(
    "/:id/wall",
    answers("Take the wall's link back.", messageReply, { refusals: ["409 classSession.over"] }),
    staffOnly,
    input("param", byId),
    async (c) => {
      await change(c, commands.takeLinkBack, c.req.valid("param").id);
      return c.json({ msg: "The wall's link does not work any more." });
    },
  );

/** Mounted under /class-sessions. */
export const wallStepRoutes = new Hono<App>()
  .put(
    "/:id/steps",
    answers("Show a step of a kept run on the wall.", messageReply, {
      refusals: ["409 classSession.over"],
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.wallStepInput),
    async (c) => {
      await change(c, commands.showStep, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ msg: "The wall shows this step." });
    },
  )
  .delete(
    "/:id/steps",
    answers("End the steps on the wall.", messageReply, { refusals: ["409 classSession.over"] }),
    staffOnly,
    input("param", byId),
    async (c) => {
      await change(c, commands.endSteps, c.req.valid("param").id);
      return c.json({ msg: "The wall shows the class session again." });
    },
  );

/** Mounted under /wall. */
export const wallRoutes = new Hono<WallApp>()
  .get(
    "/",
    answers(
      "What the wall shows: numbers, and no name of a student. For staff, and with the code of the wall's " +
        `link in the header ${schema.WALL_HEADER}.`,
      schema.wallView,
      { refusals: ["403 wall.link", "404 not-found"] },
    ),
    staffOrLink,
    async (c) => c.json(await queries.readWall(askPublic(c), c.var.classSessionOfLink)),
  );
