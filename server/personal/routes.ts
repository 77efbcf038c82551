/** The calls under /personal: a copy of what is kept about oneself. */
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { dayOf } from "../kit/core/clock.ts";
import { byId } from "../kit/core/schema.ts";
import { type App, ask, inPerson, input, signedIn } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import { askForCopy } from "./copies/commands.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";

const TYPE = "application/zip";

export const personalRoutes = new Hono<App>()
  .get(
    "/copies",
    answers("The newest copy of what is kept about oneself.", schema.copyReply),
    signedIn,
    async (c) => c.json({ copy: await queries.newestCopy(ask(c)) }),
  )
  .post(
    "/copies",
    creates(
      "Request a copy of what is kept about oneself: a ZIP, made in the background.",
      schema.copy,
      { refusals: ["409 copy.waiting"] },
    ),
    signedIn,
    inPerson,
    async (c) => c.json(await change(c, askForCopy), 201),
  )
  .get(
    "/copies/:id",
    answers("A copy of what is kept about oneself, when it is ready.", z.file(), {
      refusals: ["404 not-found"],
      types: [TYPE],
    }),
    signedIn,
    inPerson,
    input("param", byId),
    async (c) => {
      const { parts: { database: { db }, files, env, log }, checkSession } = c.var;
      const check = () => checkSession(db);
      await check();
      const copy = await queries.readyCopy(ask(c), c.req.valid("param").id);
      const headers = {
        "content-type": TYPE,
        "content-length": String(copy.size),
        "content-disposition": `attachment; filename="doubtless-${
          dayOf(copy.askedAt, env.classTz)
        }.zip"`,
        "cache-control": "private, no-store",
      };
      if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);
      async function* bytes() {
        try {
          yield* queries.bytesOf({ files }, copy, check);
        } catch (error) {
          log.info({ error, person: c.var.me._id }, "a copy's download ended early");
          // The adapter would write the error into the body, and end it.
          (c.env as HttpBindings).outgoing.destroy();
        }
      }
      return c.body(ReadableStream.from(bytes()), 200, headers);
    },
  );
