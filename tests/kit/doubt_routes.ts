/** The rows of the calls under /doubts, for the table in routes.ts. */
import { about, aDoubt, FIGURES, LEARNERS, type Row, SIGNED_IN, STAFF } from "./route_row.ts";

const DOUBT_CHANGED = ["doubt.changed → class except doubt", "doubt.entry → doubt"];

export const DOUBT_ROUTES: Record<string, Row> = {
  "POST /doubts": {
    creates: "doubt_entries",
    announces: ["doubt.opened → class", "doubt.entry → doubt", FIGURES],
    may: LEARNERS,
    with: async (fixture) => ({
      body: { assignmentId: (await fixture.assignment())._id, doubtText: "Why?" },
    }),
  },
  "GET /doubts/filter-doubts": { may: SIGNED_IN },
  "GET /doubts/similar": { may: SIGNED_IN, with: () => ({ query: "?text=loop" }) },
  "GET /doubts/asked": {
    may: SIGNED_IN,
    with: async (fixture) => ({ query: `?assignmentId=${(await fixture.assignment())._id}` }),
  },
  "GET /doubts/followed": { may: LEARNERS },
  "GET /doubts/answers": {
    may: SIGNED_IN,
    with: async (fixture) => ({ query: `?assignmentId=${(await fixture.assignment())._id}` }),
  },
  "GET /doubts/:id": { may: SIGNED_IN, with: aDoubt() },
  "GET /doubts/:id/entries": {
    may: SIGNED_IN,
    with: async (fixture) => ({
      params: { id: (await fixture.doubt())._id },
      query: "?before=2",
    }),
  },
  "PUT /doubts/:id/reply": {
    announces: [...DOUBT_CHANGED, FIGURES],
    may: STAFF,
    with: aDoubt({ reply: "Because." }),
  },
  "PUT /doubts/:id/followup": {
    announces: DOUBT_CHANGED,
    may: LEARNERS,
    with: aDoubt({ followup: "And then?" }),
  },
  "PUT /doubts/:id/resolve": {
    announces: DOUBT_CHANGED,
    may: LEARNERS,
    with: aDoubt({}),
  },
  "PATCH /doubts/:id/entries/:entryId": {
    announces: ["doubt.changed → class", "doubt.mended → doubt"],
    may: SIGNED_IN,
    with: async (fixture) => ({
      params: await fixture.ownEntry(),
      body: { text: "As I meant it." },
    }),
  },
  "DELETE /doubts/:id/entries/:entryId": {
    records: ["entry.deleted"],
    announces: ["doubt.changed → class", "doubt.mended → class", FIGURES],
    may: SIGNED_IN,
    with: async (fixture) => ({ params: await fixture.ownEntry() }),
  },
  "GET /doubts/:id/entries/:entryId/versions": {
    may: STAFF,
    with: async (fixture) => ({ params: await fixture.ownEntry() }),
  },
  "PATCH /doubts/:id": {
    announces: ["doubt.hidden → class", "doubt.changed → staff user"],
    may: LEARNERS,
    with: aDoubt({ private: true }),
  },
  "PUT /doubts/:id/program": {
    may: LEARNERS,
    with: aDoubt({ shown: "class" }),
    announces: ["doubt.changed → class"],
  },
  "PUT /doubts/:id/helped": {
    announces: ["doubt.changed → class", "doubt.helped → doubt"],
    may: LEARNERS,
    with: async (fixture) => {
      const { _id: id, conversation } = await fixture.answeredDoubt();
      return { params: { id }, body: { entryId: conversation.at(-1)._id, helped: true } };
    },
  },
  "PUT /doubts/:id/kept": {
    announces: ["doubt.changed → class"],
    may: STAFF,
    with: about((fixture) => fixture.answeredDoubt(), { kept: true }),
  },
  "POST /doubts/:id/share": {
    creates: null,
    announces: ["doubt.changed → class"],
    may: LEARNERS,
    with: about((fixture) => fixture.anothersDoubt()),
  },
  "DELETE /doubts/:id/share": {
    announces: [],
    may: LEARNERS,
    with: about((fixture) => fixture.anothersDoubt()),
  },
  "GET /doubts/:id/merge": { may: STAFF, with: aDoubt() },
  "PUT /doubts/:id/merge": {
    announces: ["doubt.changed → class", "doubt.changed → class", "doubt.merged → staff user"],
    may: STAFF,
    with: async (fixture) => {
      const { _id: into, assignment } = await fixture.anothersDoubt();
      const { body } = await (await fixture.other("student"))
        .post("/doubts", { assignmentId: assignment._id, doubtText: "The same" });
      return { params: { id: body._id }, body: { into } };
    },
  },
  "DELETE /doubts/:id/merge": { announces: [], may: STAFF, with: aDoubt() },
  "GET /doubts/:id/together": { may: SIGNED_IN, with: aDoubt() },
  "POST /doubts/:id/together": {
    creates: "doubt_togethers",
    announces: ["doubt.together → staff user"],
    may: SIGNED_IN,
    with: aDoubt(),
  },
  "PUT /doubts/:id/together": {
    announces: ["doubt.together → staff user"],
    may: SIGNED_IN,
    with: async (fixture) => {
      const { doubtId, _id } = await fixture.together();
      return { params: { id: doubtId }, body: { _id } };
    },
  },
  "DELETE /doubts/:id/together": {
    announces: ["doubt.together → staff user"],
    may: SIGNED_IN,
    with: async (fixture) => ({ params: { id: (await fixture.together()).doubtId } }),
  },
  "POST /doubts/:id/claim": {
    creates: null,
    announces: ["claim.changed → staff", "doubt.changed → class"],
    may: STAFF,
    with: aDoubt({}),
  },
  "DELETE /doubts/:id/claim": {
    announces: [],
    may: STAFF,
    with: aDoubt(),
  },
};
