/** The calls under /admission. */
import { Hono } from "hono";
import { passwordOff } from "../auth/oidc/queries.ts";
import { answers } from "../kit/contract/describe.ts";
import { adminsOnly, type App, askPublic, inPerson, input } from "../kit/http/guard.ts";
import { change } from "../live/outbox.ts";
import * as commands from "./commands.ts";
import { publicAdmission } from "./policy.ts";
import { admissionOf } from "./queries.ts";
import * as schema from "./schema.ts";

export const admissionRoutes = new Hono<App>()
  .get(
    "/",
    answers(
      "The rules that say who may register, and who signs in only with the school's account.",
      schema.ownAdmission,
    ),
    async (c) => {
      const { db, me, now } = askPublic(c);
      const { parts } = c.var;
      const rules = await admissionOf(db, parts);
      const off = me && await passwordOff({ db, now, parts }, { ...me, id: me._id });
      return c.json({ ...publicAdmission(rules, me), ...(off && { passwordOff: off }) });
    },
  )
  .put(
    "/",
    answers(
      "Change who may register, and who may sign in with a password. Existing accounts and sessions stay.",
      schema.admission,
      {
        refusals: ["400 admission.password"],
      },
    ),
    adminsOnly,
    inPerson,
    input("json", schema.admissionInput),
    async (c) => c.json(await change(c, commands.edit, c.req.valid("json"))),
  );
