/** The calls under /calendar. */
import { Hono } from "hono";
import { etag } from "hono/etag";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { writeCalendar } from "../kit/formats/icalendar.ts";
import { originOf } from "../kit/core/env.ts";
import { messageReply } from "../kit/core/schema.ts";
import { type App, ask, askPublic, inPerson, input, signedIn } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

const TYPE = "text/calendar; charset=utf-8";

export const calendarRoutes = new Hono<App>()
  .get(
    "/",
    answers("When one's calendar address was made.", schema.calendarState),
    signedIn,
    async (c) => {
      const { db, me } = ask(c);
      return c.json(await queries.stateOf(db, me._id));
    },
  )
  .post(
    "/",
    creates(
      "Make one's calendar address. An earlier one ends. Only this reply has the address.",
      schema.madeCalendar,
    ),
    signedIn,
    inPerson,
    async (c) => {
      const { me, parts: { tokens } } = c.var;
      const { feedId, madeAt } = await change(c, commands.make);
      const token = queries.feedToken(tokens, { personId: me._id, feedId });
      return c.json({ path: `/api/calendar/${token}.ics`, madeAt }, 201);
    },
  )
  .delete(
    "/",
    answers("Take one's calendar address back.", messageReply),
    signedIn,
    inPerson,
    async (c) => {
      await change(c, commands.takeBack);
      return c.json({ msg: "The calendar address does not work any more." });
    },
  )
  .get(
    "/:file",
    answers(
      "A person's calendar as iCalendar (RFC 5545), for whoever has its address: TOKEN.ics.",
      z.file(),
      { refusals: ["404 not-found"], types: [TYPE] },
    ),
    input("param", schema.feedParam),
    etag(),
    async (c) => {
      const { parts: { env, tokens, limits }, address } = c.var;
      const asked = askPublic(c);
      const token = c.req.valid("param").file.slice(0, -".ics".length);
      const me = await queries.personOfFeed({ ...asked, tokens, limits, address }, token);
      const events = await queries.eventsOf({ ...asked, me }, originOf(env));
      return c.body(await writeCalendar(events), 200, {
        "content-type": TYPE,
        "content-disposition": 'inline; filename="doubtless.ics"',
        "cache-control": "private, no-cache",
      });
    },
  );
