/**
 * Every call of the application: who may make it, a valid request for it, and the events that it
 * announces. The tests of all calls (policy, rules, events, openapi and others) read this table.
 *
 * To add a row: take the route as the failing test prints it ("POST /doubts/:id/claim"). `may`
 * lists the roles that get an answer (EVERYONE, SIGNED_IN, LEARNERS, STAFF, ADMIN, or single
 * roles). `with` returns a request that is valid for them: `params` fills the path, `query` and
 * `body` are sent. It gets a fixture around the asker (tests/kit/fixture.ts) that creates the
 * things that must exist. Everyone else must get 403, and a visitor 401; `but` lists the roles that
 * get another status. A write lists the events that it `announces` and the verbs that it `records`
 * in the audit trail, and a POST names the table in which it `creates` a row.
 */
import { QUESTION, questionForm } from "./assignments.ts";
import { registrationForm } from "./accounts.ts";
import { Fixture, picture } from "./fixture.ts";
import { CALENDAR_ROUTES } from "./calendar_routes.ts";
import { DESK_ROUTES } from "./desk_routes.ts";
import { DOUBT_ROUTES } from "./doubt_routes.ts";
import { EXPORT_ROUTES } from "./export_routes.ts";
import { CLASS_SESSION_ROUTES } from "./class_session_routes.ts";
import { NOTIFICATION_ROUTES } from "./notification_routes.ts";
import { OIDC_ROUTES } from "./oidc_routes.ts";
import { PERSONAL_ROUTES } from "./personal_routes.ts";
import { VISITOR_ROUTES } from "./visitor_routes.ts";
import { ROSTER_ROUTES } from "./roster_routes.ts";
import { SECTION_ROUTES } from "./section_routes.ts";
import { QUICK_QUESTION_ROUTES } from "./quick_question_routes.ts";
import { TERM_ROUTES } from "./term_routes.ts";
import { browserRun } from "./runs.ts";
import { WEBHOOK_ROUTES } from "./webhook_routes.ts";
import {
  about,
  ADMIN,
  EVERYONE,
  FIGURES,
  LEARNERS,
  type Row,
  SIGNED_IN,
  STAFF,
} from "./route_row.ts";

export type { Call, Row } from "./route_row.ts";

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

const portrait = (): FormData => {
  const form = new FormData();
  form.set("profileImage", picture());
  return form;
};

const anAssignment = (body?: unknown) => about((fixture) => fixture.assignment(), body);
const anAccount = (body?: unknown) => about((fixture) => fixture.other("student"), body);

const aStudent = about((fixture) => fixture.someone("student"));

/** Returns a request about a response that waits for review. */
const aResponse = (body: Record<string, unknown> = {}): Row["with"] => async (fixture) => {
  const { assignmentId, studentId } = await fixture.response();
  return { params: { id: assignmentId }, body: { studentId, ...body } };
};

export const ROUTES: Record<string, Row> = {
  "POST /auth/login": {
    records: ["session.opened"],
    announces: [],
    may: EVERYONE,
    with: async (fixture) => {
      const { email } = await fixture.someone("student");
      return { body: { email, password: fixture.password } };
    },
  },
  "POST /auth/register": {
    announces: [],
    may: EVERYONE,
    with: ({ newAddress }) => ({ body: registrationForm(newAddress()) }),
  },
  "POST /auth/verify-otp": {
    records: ["account.registered", "session.opened"],
    announces: ["user.changed → admins", FIGURES],
    may: EVERYONE,
    with: async (fixture) => ({ body: await fixture.registration() }),
  },
  "POST /auth/resend-otp": {
    announces: [],
    may: EVERYONE,
    with: ({ newAddress }) => ({ body: { email: newAddress() } }),
  },
  "POST /auth/forgot-password": {
    announces: [],
    may: EVERYONE,
    with: ({ newAddress }) => ({ body: { email: newAddress() } }),
  },
  "POST /auth/reset-password": {
    records: ["password.reset"],
    announces: ["session.ended → user", "user.changed → admins", FIGURES],
    may: EVERYONE,
    with: async (fixture) => {
      const { email } = await fixture.someone("student");
      const otp = await fixture.code(email);
      return { body: { email, otp, newPassword: "Another@123" } };
    },
  },
  ...OIDC_ROUTES,
  ...SECTION_ROUTES,
  "GET /auth/me": { may: SIGNED_IN },
  "PATCH /auth/me": {
    announces: ["user.changed → admins", "profile.changed → user", FIGURES],
    may: SIGNED_IN,
    with: () => ({ body: { branch: "ECE" } }),
  },
  "PUT /auth/me/picture": {
    announces: ["user.changed → admins", "profile.changed → user", FIGURES],
    may: SIGNED_IN,
    with: () => ({ body: portrait() }),
  },
  "DELETE /auth/me/picture": {
    announces: ["user.changed → admins", "profile.changed → user", FIGURES],
    may: SIGNED_IN,
  },
  "PUT /auth/password": {
    records: ["password.changed"],
    announces: [
      "user.changed → admins",
      "profile.changed → user",
      "session.ended → user",
      FIGURES,
    ],
    may: SIGNED_IN,
    with: ({ password }) => ({ body: { password, newPassword: "Another@123" } }),
  },
  "GET /auth/sessions": { may: SIGNED_IN },
  "POST /auth/sessions/end-others": {
    records: ["session.others-ended"],
    announces: ["session.ended → user"],
    may: SIGNED_IN,
    with: () => ({ body: {} }),
  },
  "DELETE /auth/sessions/:id": {
    records: ["session.ended"],
    announces: ["session.ended → user"],
    may: SIGNED_IN,
    with: async (fixture) => ({ params: { id: await fixture.session() } }),
  },
  ...WEBHOOK_ROUTES,
  "GET /tokens": { may: SIGNED_IN },
  "POST /tokens": {
    records: ["token.made"],
    announces: ["tokens.changed → user"],
    creates: "api_tokens",
    may: SIGNED_IN,
    with: () => ({ body: { name: "Timetable", scope: "write", days: 30 } }),
  },
  "DELETE /tokens/:id": {
    records: ["token.taken-back"],
    announces: ["tokens.changed → user"],
    may: SIGNED_IN,
    with: async (fixture) => {
      const wanted = { name: crypto.randomUUID(), scope: "read", days: 30 };
      const who = fixture.me ?? await fixture.other("student");
      const { body } = await who.post("/tokens", wanted);
      return { params: { id: body.apiToken._id } };
    },
  },

  "GET /assignments/home": { may: EVERYONE },
  "GET /assignments/general": { may: SIGNED_IN },
  "GET /assignments/allResource": { may: STAFF },
  "GET /assignments/personal": { may: SIGNED_IN },
  "GET /assignments/personalAssigned": { may: STAFF },
  "GET /assignments/practice": { may: SIGNED_IN },
  "POST /assignments": {
    creates: "assignments",
    announces: ["assignment.saved → staff", FIGURES],
    may: STAFF,
    with: () => ({ body: questionForm() }),
  },
  "GET /assignments/:id": { may: SIGNED_IN, with: anAssignment() },
  "PUT /assignments/:id": {
    announces: ["assignment.saved → class", "homework.changed → home"],
    may: STAFF,
    with: anAssignment({ title: "Another title", tags: QUESTION.tags.split(", ") }),
  },
  "GET /assignments/prepared": { may: STAFF },
  "POST /assignments/:id/publish": {
    creates: null,
    announces: ["assignment.saved → class", "homework.changed → home"],
    may: STAFF,
    with: about((fixture) => fixture.preparedAssignment()),
  },
  "DELETE /assignments/:id/prepared": {
    announces: ["assignment.saved → staff"],
    may: STAFF,
    with: about((fixture) => fixture.preparedAssignment()),
  },
  "PUT /assignments/:id/distribution": {
    announces: ["assignment.saved → class", "homework.changed → home"],
    may: STAFF,
    with: anAssignment({ distributionTag: "cw" }),
  },
  "PUT /assignments/:id/assign-personal": {
    announces: [
      "assignment.saved → class",
      "assignment.assigned → user",
      "assignment.assigned → staff",
    ],
    may: STAFF,
    with: async (fixture) => ({
      params: { id: (await fixture.assignment())._id },
      body: { assignedTo: [(await fixture.other("student"))._id] },
    }),
  },
  "PUT /assignments/:id/status": {
    announces: ["review.waiting → staff", "review.changed → user"],
    may: LEARNERS,
    with: anAssignment({ responseStatus: "having doubt", learningNotes: "Where does it end?" }),
  },
  "GET /assignments/:id/solution": {
    announces: ["solution.viewed → staff user"],
    may: SIGNED_IN,
    with: async (fixture) => ({ params: { id: (await fixture.solution()).assignmentId } }),
  },
  "PUT /assignments/:id/solution": {
    announces: ["assignment.saved → staff"],
    may: STAFF,
    with: anAssignment({ solution: "Backwards." }),
  },
  "PUT /assignments/:id/solution-visibility": {
    announces: ["assignment.saved → class"],
    may: STAFF,
    with: async (fixture) => ({
      params: { id: (await fixture.solution()).assignmentId },
      body: { solutionVisible: false },
    }),
  },
  "PUT /solutions/:id/feedback": {
    announces: ["solution.feedback → staff user"],
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
  "PUT /assignments/:id/review": {
    announces: ["review.changed → staff user"],
    may: STAFF,
    with: aResponse({ reviewStatus: "approved" }),
  },
  "POST /assignments/:id/review/again": {
    creates: null,
    announces: ["review.waiting → staff", "review.changed → user"],
    may: LEARNERS,
    with: about((fixture) => fixture.decided(), { reason: "Case 3 passes." }),
  },
  "POST /assignments/:id/review/claim": {
    creates: null,
    announces: ["claim.changed → staff"],
    may: STAFF,
    with: aResponse(),
  },
  "DELETE /assignments/:id/review/claim": {
    announces: [],
    may: STAFF,
    with: aResponse(),
  },

  "GET /assignments/:id/rubric": { may: STAFF, with: anAssignment() },
  "PUT /assignments/:id/rubric": {
    announces: ["rubric.saved → staff"],
    may: STAFF,
    with: anAssignment({ points: [{ name: "Reads the input", points: 2, hint: "Use std::cin." }] }),
  },

  "GET /assignments/:id/runs": { may: SIGNED_IN, with: anAssignment() },
  "POST /assignments/:id/runs": {
    creates: "runs",
    announces: ["run.finished → staff user"],
    may: SIGNED_IN,
    with: anAssignment(browserRun()),
  },
  "GET /runs/:id": { may: SIGNED_IN, with: about((fixture) => fixture.run()) },
  "POST /runs/:id/verify": {
    creates: null,
    announces: ["run.verified → staff user"],
    may: SIGNED_IN,
    with: about((fixture) => fixture.run()),
  },

  "POST /runs/:id/comments": {
    creates: "line_comments",
    announces: ["comment.saved → staff user"],
    may: STAFF,
    with: async (fixture) => {
      const { _id } = await new Fixture(fixture.server, await fixture.other("student")).run();
      return { params: { id: _id }, body: { from: 2, to: 2, text: "Which type is `a`?" } };
    },
  },
  "GET /comments": {
    may: SIGNED_IN,
    with: async (fixture) => ({ query: `?runId=${(await fixture.comment()).runId}` }),
  },
  "POST /comments/:id/answers": {
    creates: "line_comment_answers",
    announces: ["comment.saved → staff user"],
    may: SIGNED_IN,
    with: about((fixture) => fixture.comment(), { text: "A long one." }),
  },
  "PUT /comments/:id/done": {
    announces: ["comment.saved → staff user"],
    may: LEARNERS,
    with: about((fixture) => fixture.comment(), { done: true }),
  },
  "PATCH /comments/:id": {
    announces: ["comment.saved → staff user"],
    may: STAFF,
    with: about((fixture) => fixture.ownComment(), { text: "Which one?" }),
  },
  "DELETE /comments/:id": {
    records: ["comment.deleted"],
    announces: ["comment.withdrawn → staff user"],
    may: STAFF,
    with: about((fixture) => fixture.ownComment()),
  },
  "GET /comments/:id/versions": {
    may: STAFF,
    with: about((fixture) => fixture.ownComment()),
  },
  "GET /proposals/:id": { may: SIGNED_IN, with: about((fixture) => fixture.proposal()) },

  "GET /dashboard/mentor": { may: STAFF },
  "GET /dashboard/admin": { may: ADMIN },
  "GET /dashboard/day": { may: LEARNERS },
  "GET /dashboard/student": { may: LEARNERS },
  "GET /dashboard/answers": { may: ADMIN },

  ...DESK_ROUTES,
  ...CALENDAR_ROUTES,
  ...PERSONAL_ROUTES,
  ...DOUBT_ROUTES,
  ...ROSTER_ROUTES,
  ...QUICK_QUESTION_ROUTES,

  "GET /files/:id": {
    may: EVERYONE,
    with: async (fixture) => ({ params: { id: await fixture.file() } }),
  },
  "POST /upload": {
    creates: "files",
    announces: [],
    may: SIGNED_IN,
    with: () => ({ body: upload() }),
  },

  "GET /goals/user/:userId": {
    may: STAFF,
    with: async (fixture) => ({ params: { userId: (await fixture.someone("mentor"))._id } }),
  },
  "GET /goals/week": { may: ADMIN },
  "POST /goals": {
    creates: "goals",
    announces: ["goal.saved → admins user"],
    may: ["mentor"],
    with: ({ me }) => ({ body: { user: me?._id, weeklyTarget: TARGET } }),
  },
  "PUT /goals/:id": {
    announces: ["goal.saved → admins user"],
    may: ["mentor"],
    with: about((fixture) => fixture.goal(), { weeklyTarget: TARGET }),
  },

  "GET /groups/answers": { may: STAFF },
  "GET /groups/question": {
    may: STAFF,
    with: async (fixture) => ({
      query: `?${new URLSearchParams(await fixture.groupOfClassSession())}`,
    }),
  },
  "POST /groups/answers": {
    creates: "group_answers",
    announces: [
      "doubt.opened → staff user",
      "doubt.entry → doubt",
      "doubt.opened → staff user",
      "doubt.entry → doubt",
      "group.answered → staff",
      FIGURES,
    ],
    may: STAFF,
    with: async (fixture) => ({ body: await fixture.group() }),
  },

  "GET /search": { may: SIGNED_IN, with: () => ({ query: "?find=loop" }) },

  "GET /students/:id": { may: STAFF, with: aStudent },
  "GET /students/:id/open": { may: STAFF, with: aStudent },
  "GET /students/:id/attempts": { may: STAFF, with: aStudent },
  "GET /students/:id/doubts": { may: STAFF, with: aStudent },
  "GET /students/:id/reviews": { may: STAFF, with: aStudent },
  "GET /students/:id/notes": { may: STAFF, with: aStudent },
  "POST /students/:id/notes": {
    creates: "student_notes",
    announces: ["note.saved → staff"],
    may: STAFF,
    with: anAccount({ text: "Works well in pairs." }),
  },
  "DELETE /students/:id/notes/:noteId": {
    records: ["note.deleted"],
    announces: ["note.deleted → staff"],
    may: STAFF,
    with: async (fixture) => {
      const { studentId, _id } = await fixture.note();
      return { params: { id: studentId, noteId: _id } };
    },
  },

  "GET /users": { may: SIGNED_IN },
  "GET /users/here": { may: ADMIN },
  "POST /users/many": {
    records: ["account.disabled"],
    creates: null,
    announces: ["session.ended → user", "user.changed → admins", FIGURES],
    may: ADMIN,
    with: async (fixture) => ({
      body: { act: "disable", ids: [(await fixture.other("student"))._id], hours: 2 },
    }),
  },
  "GET /users/students": { may: STAFF, with: () => ({ query: "?search=a" }) },
  "GET /users/menters": { may: EVERYONE },
  "POST /users": {
    records: ["account.invited"],
    creates: "people",
    announces: ["user.changed → admins", FIGURES],
    may: ADMIN,
    with: ({ newAddress }) => ({
      body: { name: "Ravi Iyer", email: newAddress(), role: "mentor" },
    }),
  },
  "PATCH /users/:id": {
    records: ["account.edited"],
    announces: ["person.renamed → staff user", "user.changed → admins", FIGURES],
    may: ADMIN,
    with: anAccount({ name: "Another Name" }),
  },
  "POST /users/:id/disable": {
    records: ["account.disabled"],
    creates: null,
    announces: ["session.ended → user", "user.changed → admins", FIGURES],
    may: ADMIN,
    with: anAccount({ hours: 2 }),
  },
  "DELETE /users/:id": {
    records: ["account.deleted"],
    announces: ["session.ended → user", "user.changed → admins", FIGURES],
    may: ADMIN,
    with: anAccount(),
  },

  "GET /messages/announcement": { may: EVERYONE },
  "GET /messages/announcement/prepared": { may: STAFF },
  "POST /messages/announcement/:id/publish": {
    creates: null,
    announces: ["announcement.saved → home"],
    may: STAFF,
    with: about((fixture) => fixture.preparedAnnouncement()),
  },
  "POST /messages/announcement": {
    creates: "announcements",
    announces: ["announcement.saved → home"],
    may: STAFF,
    with: () => ({ body: NOTICE }),
  },
  "PUT /messages/announcement/:id": {
    announces: ["announcement.prepared → staff"],
    may: STAFF,
    with: about((fixture) => fixture.preparedAnnouncement(), NOTICE),
  },
  "DELETE /messages/announcement/:id": {
    records: ["announcement.deleted"],
    announces: ["announcement.deleted → home"],
    may: STAFF,
    with: about((fixture) => fixture.announcement()),
  },
  "POST /messages": {
    creates: "messages",
    announces: ["message.sent → staff user", FIGURES],
    may: SIGNED_IN,
    with: () => ({ body: { ...NOTICE, isPublic: true, recipients: [], links: [] } }),
  },
  "GET /messages/allForStudent": { may: LEARNERS },
  "GET /messages/allForMentor": { may: STAFF },
  "GET /messages/personal": { may: SIGNED_IN },
  "GET /messages/public": { may: SIGNED_IN },
  "GET /messages/recent-mentor": { may: EVERYONE },
  "GET /messages/:id": { may: SIGNED_IN, with: about((fixture) => fixture.message()) },

  ...NOTIFICATION_ROUTES,

  "GET /dailyBriefing/current": { may: EVERYONE },
  "GET /dailyBriefing/recent": { may: EVERYONE },
  "GET /dailyBriefing/archive": { may: SIGNED_IN },
  "POST /dailyBriefing": {
    creates: "briefings",
    announces: ["briefing.saved → home"],
    may: ["volunteer", ...STAFF],
    with: async (fixture) => {
      await fixture.noBriefing();
      return { body: BRIEFING };
    },
  },
  "PUT /dailyBriefing/:id": {
    announces: ["briefing.prepared → staff user"],
    may: ["volunteer", ...STAFF],
    with: about((fixture) => fixture.preparedBriefing(), BRIEFING),
  },
  "GET /dailyBriefing/prepared": { may: ["volunteer", ...STAFF] },
  "POST /dailyBriefing/:id/publish": {
    creates: null,
    announces: ["briefing.saved → home"],
    may: ["volunteer", ...STAFF],
    with: about((fixture) => fixture.preparedBriefing()),
  },
  "DELETE /dailyBriefing/:id": {
    records: ["briefing.deleted"],
    announces: ["briefing.deleted → home"],
    may: STAFF,
    with: about((fixture) => fixture.briefing()),
  },

  ...EXPORT_ROUTES,
  ...CLASS_SESSION_ROUTES,

  ...VISITOR_ROUTES,
  "GET /about": { may: EVERYONE },
  "GET /audit": { may: ADMIN },
  "PUT /about": {
    records: ["about.changed"],
    announces: ["about.saved → home"],
    may: ADMIN,
    with: () => ({ body: ABOUT }),
  },
  // Last: what the rows before have made is archived then.
  ...TERM_ROUTES,
};
