/** The calls under /assignments. */
import { Hono } from "hono";
import * as z from "zod";
import { answers, creates } from "../kit/contract/describe.ts";
import { fenced } from "../kit/content/code_fence.ts";
import { type KeptFile, storeFile } from "../kit/files/files.ts";
import {
  type App,
  ask,
  askPublic,
  filesOf,
  input,
  learnersOnly,
  signedIn,
  staffOnly,
} from "../kit/http/guard.ts";
import { byId } from "../kit/core/schema.ts";
import { LANGUAGES, languages } from "../languages/languages.ts";
import { change } from "../live/outbox.ts";
import { visibilityInput } from "../solutions/schema.ts";
import * as commands from "./commands.ts";
import * as lists from "./lists/queries.ts";
import * as prepared from "./scheduled/commands.ts";
import { respond } from "./responses/commands.ts";
import * as responses from "./responses/schema.ts";
import * as queries from "./queries.ts";
import * as schema from "./schema.ts";
import { create, edit } from "./write/commands.ts";
import * as write from "./write/schema.ts";

/** A text field has at most 2 MB, all of them 4 MB: more than a valid question needs. */
const WITH_FILES = { files: { files: write.FILES_MOST }, texts: 2 * 1024 * 1024 };

export const assignmentRoutes = new Hono<App>()
  .get(
    "/home",
    answers(
      "Today's homework and classwork, for the public home page.",
      z.array(schema.homeworkCard),
    ),
    async (c) => c.json(await lists.todaysHomework(askPublic(c))),
  )
  .get(
    "/general",
    answers("Assignments for the whole class, newest first.", z.array(schema.listedAssignment)),
    signedIn,
    input("query", schema.shelfQuery),
    async (c) => c.json(await lists.generalAssignments(ask(c), c.req.valid("query"))),
  )
  .get(
    "/allResource",
    answers("All assignments, newest first.", z.array(schema.listedAssignment)),
    staffOnly,
    input("query", schema.shelfQuery),
    async (c) => c.json(await lists.allAssignments(ask(c), c.req.valid("query"))),
  )
  .get(
    "/personal",
    answers(
      "Assignments that are assigned to the asker personally; for staff, all personal ones.",
      z.array(schema.personalAssignment),
    ),
    signedIn,
    input("query", schema.shelfQuery),
    async (c) => c.json(await lists.personalAssignments(ask(c), c.req.valid("query"))),
  )
  .get(
    "/personalAssigned",
    answers(
      "Assignments that the asker has assigned personally.",
      z.array(schema.personalAssignment),
    ),
    staffOnly,
    input("query", schema.shelfQuery),
    async (c) => c.json(await lists.assignedByMe(ask(c), c.req.valid("query"))),
  )
  .get(
    "/practice",
    answers(
      "Assignments that the asker can practise with, filtered.",
      z.array(schema.listedAssignment),
    ),
    signedIn,
    input("query", schema.practiceQuery),
    async (c) => c.json(await lists.practiceAssignments(ask(c), c.req.valid("query"))),
  )
  .post(
    "/",
    creates("Create a question or a project.", schema.assignment, {
      refusals: ["413 file.large", "409 prepared.full"],
      files: { files: "Up to 5 files of up to 10MB; images are re-encoded" },
    }),
    staffOnly,
    input("form", write.createInput, WITH_FILES),
    async (c) => {
      const { parts, me } = c.var;
      const question = c.req.valid("form");
      const wanted = filesOf(c, "files");
      const explanation = await parts.render.by(me).text(question.explanation, "explanation");
      const files: KeptFile[] = [];
      for (const file of wanted) {
        const kept = { field: "files", now: parts.clock(), ownerId: me._id };
        files.push(await storeFile({ ...parts, who: me._id }, file, kept));
      }
      const made = await change(c, create, question, { explanation, files });
      return c.json(made, 201);
    },
  )
  .get(
    "/prepared",
    answers("Prepared assignments, the next one first.", z.array(schema.assignmentCard)),
    staffOnly,
    async (c) => c.json(await queries.preparedAssignments(ask(c).db)),
  )
  .get(
    "/:id",
    answers("One assignment, with the details that the asker may see.", schema.assignment),
    signedIn,
    input("param", byId),
    async (c) => c.json(await queries.assignmentDetail(ask(c), c.req.valid("param").id)),
  )
  .put(
    "/:id",
    answers("Edit an assignment.", schema.assignment),
    staffOnly,
    input("param", byId),
    input("json", write.editInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const fields = c.req.valid("json");
      const source = fields.explanation;
      const explanation = source === undefined
        ? source
        : await c.var.parts.render.by(c.var.me).text(source, "explanation");
      return c.json(
        await change(c, edit, id, { input: fields, explanation }),
      );
    },
  )
  .put(
    "/:id/distribution",
    answers("Distribute an assignment as homework, practice or classwork.", schema.assignment, {
      refusals: ["409 prepared.full"],
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.distributionInput),
    async (c) =>
      c.json(await change(c, commands.distribute, c.req.valid("param").id, c.req.valid("json"))),
  )
  .put(
    "/:id/assign-personal",
    answers("Assign an assignment to students personally.", schema.assignment, {
      refusals: ["409 prepared.full"],
    }),
    staffOnly,
    input("param", byId),
    input("json", schema.assignInput),
    async (c) =>
      c.json(
        await change(c, commands.assignPersonally, c.req.valid("param").id, c.req.valid("json")),
      ),
  )
  .post(
    "/:id/publish",
    answers("Give a prepared assignment out now.", schema.assignment, {
      refusals: ["409 assignment.not-prepared"],
    }),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, prepared.publish, c.req.valid("param").id)),
  )
  .delete(
    "/:id/prepared",
    answers("Withdraw a prepared assignment: it stays among the central ones.", schema.assignment, {
      refusals: ["409 assignment.not-prepared"],
    }),
    staffOnly,
    input("param", byId),
    async (c) => c.json(await change(c, prepared.withdraw, c.req.valid("param").id)),
  )
  .put(
    "/:id/solution-visibility",
    answers("Show the solution of an assignment to learners, or hide it.", schema.assignment),
    staffOnly,
    input("param", byId),
    input("json", visibilityInput),
    async (c) =>
      c.json(await change(c, commands.showSolution, c.req.valid("param").id, c.req.valid("json"))),
  )
  .put(
    "/:id/status",
    answers(
      "Respond to an assignment. After a review, a new response waits for review again. Without a " +
        "status, it follows from the learner's last run.",
      responses.response,
      {
        refusals: ["409 assignment.closed"],
        fields: { stale: { current: responses.response.optional() } },
      },
    ),
    learnersOnly,
    input("param", byId),
    input("json", responses.respondInput),
    async (c) => {
      const { id } = c.req.valid("param");
      const response = c.req.valid("json");
      const code = response.studentSolution;
      const fence = languages[response.language ?? LANGUAGES[0]].fences[0];
      const studentSolution = code
        ? await c.var.parts.render.by(c.var.me).code(fenced(code, fence), "studentSolution")
        : null;
      return c.json(
        await change(c, respond, id, { input: response, studentSolution }),
      );
    },
  );
