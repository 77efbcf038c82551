/** The calls under /doubts. */
import { Hono } from "hono";
import { type App, ask, input, learnersOnly, signedIn, staffOnly } from "../kit/guard.ts";
import type { Texts } from "../kit/render.ts";
import { byId } from "../kit/schema.ts";
import { asTyped, searchedBy } from "../kit/throttle.ts";
import { change } from "../live/outbox.ts";
import { earlierEntries } from "../threads/queries.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import {
  claimInput,
  doubtFilter,
  entriesQuery,
  followupInput,
  openInput,
  privateInput,
  replyInput,
  resolveInput,
  similarQuery,
} from "./schema.ts";

/** What takes long to render is rendered now: nothing slow stands in a transaction. */
async function written(
  render: Texts,
  message: string,
  field: string,
): Promise<commands.Written> {
  return { message, html: await render.soon(message, field) };
}

const searchedText = searchedBy("text", "assignmentTitle");

export const doubtRoutes = new Hono<App>()
  .post("/", learnersOnly, input("json", openInput), async (c) => {
    const { doubtText, ...about } = c.req.valid("json");
    const text = await written(c.var.parts.render.by(c.var.me._id), doubtText, "doubtText");
    const { doubt, opened } = await change(c, (act) => commands.raise(act, about, text));
    return c.json(doubt, opened ? 201 : 200);
  })
  .get("/filter-doubts", signedIn, searchedText, input("query", doubtFilter), async (c) => {
    const { page, asOf } = await queries.listDoubts(ask(c), c.req.valid("query"));
    if (asOf !== null) c.header("x-seq", asOf);
    return c.json(page);
  })
  .get("/similar", signedIn, asTyped, input("query", similarQuery), async (c) => {
    const { brief } = c.var.parts.database;
    return c.json(await queries.similarDoubts({ ...ask(c), db: brief }, c.req.valid("query")));
  })
  .get("/:id", signedIn, input("param", byId), async (c) => {
    return c.json(await queries.doubtThread(ask(c), c.req.valid("param").id));
  })
  .get("/:id/entries", signedIn, input("param", byId), input("query", entriesQuery), async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await earlierEntries(ask(c), id, c.req.valid("query")));
  })
  .put("/:id/reply", staffOnly, input("param", byId), input("json", replyInput), async (c) => {
    const { id } = c.req.valid("param");
    const { reply, ...based } = c.req.valid("json");
    const text = await written(c.var.parts.render.by(c.var.me._id), reply, "reply");
    return c.json(await change(c, (act) => commands.reply(act, id, based, text)));
  })
  .put(
    "/:id/followup",
    learnersOnly,
    input("param", byId),
    input("json", followupInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const { followup, ...based } = c.req.valid("json");
      const text = await written(c.var.parts.render.by(c.var.me._id), followup, "followup");
      return c.json(await change(c, (act) => commands.followUp(act, id, based, text)));
    },
  )
  .put(
    "/:id/resolve",
    learnersOnly,
    input("param", byId),
    input("json", resolveInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const based = c.req.valid("json");
      return c.json(await change(c, (act) => commands.resolve(act, id, based)));
    },
  )
  .patch("/:id", learnersOnly, input("param", byId), input("json", privateInput), async (c) => {
    const { id } = c.req.valid("param");
    const wanted = c.req.valid("json");
    return c.json(await change(c, (act) => commands.hide(act, id, wanted)));
  })
  .post("/:id/claim", staffOnly, input("param", byId), input("json", claimInput), async (c) => {
    const { id } = c.req.valid("param");
    const wanted = c.req.valid("json");
    return c.json({ claim: await change(c, (act) => commands.claim(act, id, wanted)) });
  })
  .delete("/:id/claim", staffOnly, input("param", byId), async (c) => {
    const { id } = c.req.valid("param");
    await change(c, (act) => commands.release(act, id));
    return c.json({ claim: null });
  });
