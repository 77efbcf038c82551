/**
 * Every call of the application, who may make it, and a valid request of it: what policy_test tries.
 *
 * To add a row: take the route as the failing test prints it ("POST /doubts/:id/claim"), say in
 * `may` who gets an answer (EVERYONE, SIGNED_IN, LEARNERS, STAFF, ADMIN, or roles), and in `with`
 * make a request that is valid for them: `params` fills the path, `query` and `body` are sent.
 * `with` gets a fixture around the asker (tests/kit/fixture.ts) that makes what must exist. Whoever
 * is not in `may` must get 403, and nobody at all 401; where a call says it otherwise, `but` does.
 */
import { QUESTION, questionForm } from "./assignments.ts";
import { registrationForm } from "./accounts.ts";
import { type Fixture, picture, type Who } from "./fixture.ts";

export type Call = { params?: Record<string, string>; query?: string; body?: unknown };
export type Row = {
  may: readonly Who[];
  /** A status other than 403 or 401 for somebody who may not. */
  but?: Partial<Record<Who, number>>;
  with?: (fixture: Fixture) => Promise<Call> | Call;
};

const SIGNED_IN = ["student", "volunteer", "mentor", "admin"] as const;
const EVERYONE = ["nobody", ...SIGNED_IN] as const;
const LEARNERS = ["student", "volunteer"] as const;
const STAFF = ["mentor", "admin"] as const;
const ADMIN = ["admin"] as const;

const BRIEFING = { classSummary: "Loops", classQuestions: "1 to 4", homeworkQuestions: "5" };
const NOTICE = { subject: "Holiday", body: "No class on Friday." };
const TARGET = JSON.stringify([{ text: "Answer every doubt within a day" }]);
const ABOUT = {
  story: "How it began.",
  mission: "What for.",
  milestones: [{ year: 2020, title: "First class", text: "Twelve students." }],
  contact: { email: "", support: "", phone: "" },
};

const upload = (): FormData => {
  const form = new FormData();
  form.set("file", picture());
  return form;
};

/** The call about something that the fixture makes. */
const about = (
  make: (fixture: Fixture) => Promise<{ _id: string }>,
  body?: unknown,
): Row["with"] =>
async (fixture) => ({ params: { id: (await make(fixture))._id }, body });

const anAssignment = (body?: unknown) => about((fixture) => fixture.assignment(), body);
const aDoubt = (body?: unknown) => about((fixture) => fixture.doubt(), body);
const anAccount = (body?: unknown) => about((fixture) => fixture.other("student"), body);

/** A response that waits for review. */
const aResponse = (body: Record<string, unknown> = {}): Row["with"] => async (fixture) => {
  const { assignmentId, studentId } = await fixture.response();
  return { params: { id: assignmentId }, body: { studentId, ...body } };
};

export const ROUTES: Record<string, Row> = {
  "POST /auth/login": {
    may: EVERYONE,
    with: async (fixture) => {
      const { email } = await fixture.someone("student");
      return { body: { email, password: fixture.password } };
    },
  },
  "POST /auth/register": {
    may: EVERYONE,
    with: ({ newAddress }) => ({ body: registrationForm(newAddress()) }),
  },
  "POST /auth/verify-otp": {
    may: EVERYONE,
    with: async (fixture) => ({ body: await fixture.registration() }),
  },
  "POST /auth/resend-otp": {
    may: EVERYONE,
    with: ({ newAddress }) => ({ body: { email: newAddress() } }),
  },
  "POST /auth/forgot-password": {
    may: EVERYONE,
    with: ({ newAddress }) => ({ body: { email: newAddress() } }),
  },
  "POST /auth/reset-password": {
    may: EVERYONE,
    with: async (fixture) => {
      const { email } = await fixture.someone("student");
      const otp = await fixture.code(email);
      return { body: { email, otp, newPassword: "Another@123" } };
    },
  },
  "GET /auth/me": { may: SIGNED_IN },

  "GET /assignments/home": { may: EVERYONE },
  "GET /assignments/general": { may: SIGNED_IN },
  "GET /assignments/allResource": { may: STAFF },
  "GET /assignments/personal": { may: SIGNED_IN },
  "GET /assignments/personalAssigned": { may: STAFF },
  "GET /assignments/practice": { may: SIGNED_IN },
  "POST /assignments": { may: STAFF, with: () => ({ body: questionForm() }) },
  "GET /assignments/:id": { may: SIGNED_IN, with: anAssignment() },
  "PUT /assignments/:id": {
    may: STAFF,
    with: anAssignment({ title: "Another title", tags: QUESTION.tags.split(", ") }),
  },
  "PUT /assignments/:id/distribution": {
    may: STAFF,
    with: anAssignment({ distributionTag: "cw" }),
  },
  "PUT /assignments/:id/assign-personal": {
    may: STAFF,
    with: async (fixture) => ({
      params: { id: (await fixture.assignment())._id },
      body: { assignedTo: [(await fixture.other("student"))._id] },
    }),
  },
  "PUT /assignments/:id/status": {
    may: LEARNERS,
    with: anAssignment({ responseStatus: "having doubt", learningNotes: "Where does it end?" }),
  },
  "GET /assignments/:id/solution": {
    may: SIGNED_IN,
    with: async (fixture) => ({ params: { id: (await fixture.solution()).assignmentId } }),
  },
  "PUT /assignments/:id/solution": { may: STAFF, with: anAssignment({ solution: "Backwards." }) },
  "PUT /assignments/:id/solution-visibility": {
    may: STAFF,
    with: async (fixture) => ({
      params: { id: (await fixture.solution()).assignmentId },
      body: { solutionVisible: false },
    }),
  },
  "PUT /solutions/:id/feedback": {
    may: LEARNERS,
    with: about((fixture) => fixture.solution(), { feedback: "Clear at last." }),
  },

  "GET /assignments/reviews": { may: STAFF },
  "GET /assignments/solved": { may: SIGNED_IN },
  "GET /assignments/:id/responses/:studentId/history": {
    may: SIGNED_IN,
    with: async (fixture) => {
      const { assignmentId, studentId } = await fixture.response();
      return { params: { id: assignmentId, studentId } };
    },
  },
  "PUT /assignments/:id/review": { may: STAFF, with: aResponse({ reviewStatus: "approved" }) },
  "POST /assignments/:id/review/claim": { may: STAFF, with: aResponse() },
  "DELETE /assignments/:id/review/claim": { may: STAFF, with: aResponse() },

  "GET /dashboard/mentor": { may: STAFF },
  "GET /dashboard/admin": { may: ADMIN },
  "GET /dashboard/student": { may: LEARNERS },

  "POST /doubts": {
    may: LEARNERS,
    with: async (fixture) => ({
      body: { assignmentId: (await fixture.assignment())._id, doubtText: "Why?" },
    }),
  },
  "GET /doubts/filter-doubts": { may: SIGNED_IN },
  "GET /doubts/similar": { may: SIGNED_IN, with: () => ({ query: "?text=loop" }) },
  "GET /doubts/:id": { may: SIGNED_IN, with: aDoubt() },
  "GET /doubts/:id/entries": {
    may: SIGNED_IN,
    with: async (fixture) => ({
      params: { id: (await fixture.doubt())._id },
      query: "?before=2",
    }),
  },
  "PUT /doubts/:id/reply": { may: STAFF, with: aDoubt({ reply: "Because." }) },
  "PUT /doubts/:id/followup": { may: LEARNERS, with: aDoubt({ followup: "And then?" }) },
  "PUT /doubts/:id/resolve": { may: LEARNERS, with: aDoubt({}) },
  "PATCH /doubts/:id": { may: LEARNERS, with: aDoubt({ private: true }) },
  "POST /doubts/:id/claim": { may: STAFF, with: aDoubt({}) },
  "DELETE /doubts/:id/claim": { may: STAFF, with: aDoubt() },

  "GET /files/:id": {
    may: EVERYONE,
    with: async (fixture) => ({ params: { id: await fixture.file() } }),
  },
  "POST /upload": { may: SIGNED_IN, with: () => ({ body: upload() }) },

  "GET /goals/user/:userId": {
    may: STAFF,
    with: async (fixture) => ({ params: { userId: (await fixture.someone("mentor"))._id } }),
  },
  "POST /goals": {
    may: ["mentor"],
    with: ({ me }) => ({ body: { user: me?._id, weeklyTarget: TARGET } }),
  },
  "PUT /goals/:id": {
    may: ["mentor"],
    with: about((fixture) => fixture.goal(), { weeklyTarget: TARGET }),
  },

  "GET /users": { may: SIGNED_IN },
  "GET /users/students": { may: STAFF, with: () => ({ query: "?search=a" }) },
  "GET /users/menters": { may: EVERYONE },
  "POST /users": {
    may: ADMIN,
    with: ({ newAddress }) => ({
      body: { name: "Ravi Iyer", email: newAddress(), role: "mentor" },
    }),
  },
  "PATCH /users/:id": { may: ADMIN, with: anAccount({ name: "Another Name" }) },
  "POST /users/:id/disable": { may: ADMIN, with: anAccount({ hours: 2 }) },
  "DELETE /users/:id": { may: ADMIN, with: anAccount() },

  "GET /messages/announcement": { may: EVERYONE },
  "POST /messages/announcement": { may: STAFF, with: () => ({ body: NOTICE }) },
  "PUT /messages/announcement/:id": {
    may: STAFF,
    with: about((fixture) => fixture.announcement(), NOTICE),
  },
  "DELETE /messages/announcement/:id": {
    may: STAFF,
    with: about((fixture) => fixture.announcement()),
  },
  "POST /messages": {
    may: SIGNED_IN,
    with: () => ({ body: { ...NOTICE, isPublic: true, recipients: [], links: [] } }),
  },
  "GET /messages/allForStudent": { may: LEARNERS },
  "GET /messages/allForMentor": { may: STAFF },
  "GET /messages/personal": { may: SIGNED_IN },
  "GET /messages/public": { may: SIGNED_IN },
  "GET /messages/recent-mentor": { may: EVERYONE },
  "GET /messages/:id": { may: SIGNED_IN, with: about((fixture) => fixture.message()) },

  "GET /dailyBriefing/current": { may: EVERYONE },
  "GET /dailyBriefing/recent": { may: EVERYONE },
  "GET /dailyBriefing/archive": { may: SIGNED_IN },
  "POST /dailyBriefing": {
    may: ["volunteer", ...STAFF],
    with: async (fixture) => {
      await fixture.noBriefing();
      return { body: BRIEFING };
    },
  },
  "PUT /dailyBriefing/:id": {
    may: ["volunteer", ...STAFF],
    with: about((fixture) => fixture.briefing(), BRIEFING),
  },
  "DELETE /dailyBriefing/:id": { may: STAFF, with: about((fixture) => fixture.briefing()) },

  "GET /contact": { may: ADMIN },
  "POST /contact": {
    may: EVERYONE,
    with: ({ newAddress }) => ({
      body: { name: "A Visitor", email: newAddress(), message: "When is the next class?" },
    }),
  },
  "GET /about": { may: EVERYONE },
  "PUT /about": { may: ADMIN, with: () => ({ body: ABOUT }) },
};
