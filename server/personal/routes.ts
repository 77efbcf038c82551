/** The call under /personal: a copy of what is kept about oneself. */
import { Hono } from "hono";
import * as z from "zod";
import { answers } from "../kit/contract/describe.ts";
import { sendDownload } from "../kit/http/download.ts";
import { type App, inPerson, signedIn } from "../kit/http/guard.ts";
import { noteRead } from "../live/outbox.ts";
import { COPY_TYPE, copyOf, noteCopy } from "./commands.ts";

export const personalRoutes = new Hono<App>().get(
  "/copy",
  answers("A copy of what is kept about oneself.", z.file(), {
    refusals: ["503 busy"],
    types: [COPY_TYPE],
  }),
  signedIn,
  inPerson,
  async (c) => {
    const { parts, me } = c.var;
    const note = async () => {
      await parts.limits.take("copy", me._id);
      await noteRead(c, noteCopy);
    };
    return await sendDownload(c, copyOf(parts, me), note);
  },
);
