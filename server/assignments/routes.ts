/** The calls under /assignments. */
import { Hono } from "hono";
import { type KeptFile, storeFile } from "../kit/files.ts";
import {
  type App,
  ask,
  askPublic,
  filesOf,
  input,
  learnersOnly,
  signedIn,
  staffOnly,
} from "../kit/guard.ts";
import { byId } from "../kit/schema.ts";
import { searchedBy } from "../kit/throttle.ts";
import { change } from "../live/outbox.ts";
import { visibilityInput } from "../solutions/schema.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";
import {
  assignInput,
  createInput,
  distributionInput,
  editInput,
  FILES_MOST,
  practiceQuery,
  shelfQuery,
  statusInput,
} from "./schema.ts";

/** A question with its test cases is as long as the longest body of JSON, or somewhat longer. */
const WITH_FILES = { files: { files: FILES_MOST }, texts: 2 * 1024 * 1024 };

export const assignmentRoutes = new Hono<App>()
  .get("/home", async (c) => c.json(await queries.todaysHomework(askPublic(c))))
  .get("/general", signedIn, input("query", shelfQuery), async (c) => {
    return c.json(await queries.generalAssignments(ask(c), c.req.valid("query").page));
  })
  .get("/allResource", staffOnly, input("query", shelfQuery), async (c) => {
    return c.json(await queries.allAssignments(ask(c), c.req.valid("query").page));
  })
  .get("/personal", signedIn, input("query", shelfQuery), async (c) => {
    return c.json(await queries.personalAssignments(ask(c), c.req.valid("query").page));
  })
  .get("/personalAssigned", staffOnly, input("query", shelfQuery), async (c) => {
    return c.json(await queries.assignedByMe(ask(c), c.req.valid("query").page));
  })
  .get("/practice", signedIn, searchedBy("tags"), input("query", practiceQuery), async (c) => {
    return c.json(await queries.practiceAssignments(ask(c), c.req.valid("query")));
  })
  .post("/", staffOnly, input("form", createInput, WITH_FILES), async (c) => {
    const { parts, me } = c.var;
    const question = c.req.valid("form");
    const wanted = filesOf(c, "files");
    const explanation = await parts.render.by(me._id).text(question.explanation, "explanation");
    const files: KeptFile[] = [];
    for (const file of wanted) {
      const kept = { field: "files", now: parts.clock(), ownerId: me._id };
      files.push(await storeFile({ ...parts, who: me._id }, file, kept));
    }
    const made = await change(c, (act) => commands.create(act, question, { explanation, files }));
    return c.json(made, 201);
  })
  .get("/:id", signedIn, input("param", byId), async (c) => {
    return c.json(await queries.assignmentDetail(ask(c), c.req.valid("param").id));
  })
  .put("/:id", staffOnly, input("param", byId), input("json", editInput), async (c) => {
    const { id } = c.req.valid("param");
    const fields = c.req.valid("json");
    const source = fields.explanation;
    const explanation = source === undefined
      ? source
      : await c.var.parts.render.by(c.var.me._id).text(source, "explanation");
    return c.json(
      await change(c, (act) => commands.edit(act, id, { input: fields, explanation })),
    );
  })
  .put(
    "/:id/distribution",
    staffOnly,
    input("param", byId),
    input("json", distributionInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      return c.json(await change(c, (act) => commands.distribute(act, id, wanted)));
    },
  )
  .put(
    "/:id/assign-personal",
    staffOnly,
    input("param", byId),
    input("json", assignInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      return c.json(await change(c, (act) => commands.assignPersonally(act, id, wanted)));
    },
  )
  .put(
    "/:id/solution-visibility",
    staffOnly,
    input("param", byId),
    input("json", visibilityInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const wanted = c.req.valid("json");
      return c.json(await change(c, (act) => commands.showSolution(act, id, wanted)));
    },
  )
  .put("/:id/status", learnersOnly, input("param", byId), input("json", statusInput), async (c) => {
    const { id } = c.req.valid("param");
    const response = c.req.valid("json");
    const code = response.studentSolution;
    const studentSolution = code
      ? await c.var.parts.render.by(c.var.me._id).code(code, "studentSolution")
      : null;
    return c.json(
      await change(c, (act) => commands.respond(act, id, { input: response, studentSolution })),
    );
  });
