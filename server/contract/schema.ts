/**
 * The published contract: what each call is for, what it answers, and how it may refuse besides
 * what its guards and checks say. Inputs, roles and the usual refusals are read off the routes.
 */
import * as z from "zod";
import * as about from "../about/schema.ts";
import * as announcements from "../announcements/schema.ts";
import * as assignments from "../assignments/schema.ts";
import * as auth from "../auth/schema.ts";
import * as briefings from "../briefings/schema.ts";
import * as contact from "../contact/schema.ts";
import * as dashboards from "../dashboards/schema.ts";
import * as doubts from "../doubts/schema.ts";
import * as files from "../files/schema.ts";
import * as goals from "../goals/schema.ts";
import { answers, creates } from "../kit/calls.ts";
import { said, time } from "../kit/schema.ts";
import * as messages from "../messages/schema.ts";
import * as people from "../people/schema.ts";
import * as reviews from "../reviews/schema.ts";
import * as solutions from "../solutions/schema.ts";

/** What they export is published under its own name. */
export const modules = {
  about,
  announcements,
  assignments,
  auth,
  briefings,
  contact,
  dashboards,
  doubts,
  files,
  goals,
  kit: { said },
  messages,
  people,
  reviews,
  solutions,
};

const claimed = z.object({ claim: doubts.claim });
const released = z.object({ claim: z.null() });
const QUESTION_FAILS = ["413 file.large"];
const QUESTION_FILES = { says: "Up to 5 files of up to 10MB; an image is written anew", most: 5 };
/** Left out when it ended meanwhile. */
const heldBy = { claimed: { by: people.someone.optional(), until: time.optional() } };

const GROWN = ["409 doubt.resolved", "409 doubt.full"];

export const calls = {
  "POST /auth/login": {
    ...answers(
      "Sign in. Keep the token and send it as x-auth-token.",
      auth.session,
      "400 auth.wrong",
      "400 auth.unverified",
      "400 auth.disabled",
      "429 too-many",
      "503 busy",
    ),
    more: { "auth.unverified": { token: z.string() } },
  },
  "POST /auth/register": {
    ...creates(
      "Register as a student; a code is mailed. Its token goes with the code.",
      auth.registered,
      "415 file.kind",
      "413 file.large",
      "429 too-many",
      "503 busy",
    ),
    files: { profileImage: { says: "PNG, JPG, GIF or WebP, up to 10MB; optional", most: 1 } },
  },
  "POST /auth/verify-otp": answers(
    "Confirm the address with the mailed code, and sign in.",
    auth.verified,
    "400 auth.otp-wrong",
    "400 auth.registration",
    "429 too-many",
    "503 busy",
  ),
  "POST /auth/resend-otp": answers(
    "Mail a new code; the answer is the same for any address.",
    said,
    "429 too-many",
  ),
  "POST /auth/forgot-password": answers(
    "Mail a code to set a new password; the answer is the same for any address.",
    said,
    "429 too-many",
  ),
  "POST /auth/reset-password": answers(
    "Set a new password with the mailed code. It ends every session of the account.",
    auth.reset,
    "400 auth.otp-wrong",
    "429 too-many",
    "503 busy",
  ),
  "GET /auth/me": answers("The signed-in person.", people.user),

  "GET /assignments/home": answers(
    "Today's homework and classwork, for the public home.",
    z.array(assignments.homeworkCard),
  ),
  "GET /assignments/general": answers(
    "What is given to the class.",
    z.array(assignments.listedAssignment),
  ),
  "GET /assignments/allResource": answers(
    "Everything there is.",
    z.array(assignments.listedAssignment),
  ),
  "GET /assignments/personal": answers(
    "What is assigned to the asker personally.",
    z.array(assignments.personalAssignment),
  ),
  "GET /assignments/personalAssigned": answers(
    "What the asker has assigned personally.",
    z.array(assignments.personalAssignment),
  ),
  "GET /assignments/practice": answers(
    "What the asker can practise with, filtered.",
    z.array(assignments.listedAssignment),
  ),
  "POST /assignments": {
    ...creates("Create a question or a project.", assignments.assignment, ...QUESTION_FAILS),
    files: { files: QUESTION_FILES },
  },
  "GET /assignments/:id": answers(
    "One assignment, as the asker may see it.",
    assignments.assignment,
  ),
  "PUT /assignments/:id": answers("Edit an assignment.", assignments.assignment),
  "PUT /assignments/:id/distribution": answers(
    "Give it out as homework, practice or classwork.",
    assignments.assignment,
  ),
  "PUT /assignments/:id/assign-personal": answers("Assign it to students.", assignments.assignment),
  "PUT /assignments/:id/solution-visibility": answers(
    "Show or hide its solution.",
    assignments.assignment,
  ),
  "PUT /assignments/:id/status": {
    ...answers(
      "Respond to it. After a review it waits for review again.",
      assignments.response,
    ),
    more: { stale: { current: assignments.response.optional() } },
  },
  "GET /assignments/:id/solution": answers(
    "Its solution. A learner's first look is remembered as giving up.",
    solutions.solution,
    "403 solution.hidden",
    "404 solution.missing",
  ),
  "PUT /assignments/:id/solution": answers("Write its solution.", solutions.solution),
  "PUT /solutions/:id/feedback": answers(
    "Say what one thinks of a solution; the newest counts.",
    solutions.feedback,
    "403 solution.hidden",
  ),
  "GET /assignments/reviews": answers(
    "Responses to review: waiting ones first, the longest waiting at the top.",
    reviews.reviewPage,
  ),
  "GET /assignments/solved": answers(
    "What a learner has handed in; their own only.",
    reviews.solvedPage,
    "403 forbidden",
  ),
  "GET /assignments/:id/responses/:studentId/history": answers(
    "Every attempt and review, oldest first.",
    z.array(reviews.historyEntry),
  ),
  "PUT /assignments/:id/review": answers("Review a response.", reviews.listedReview),
  "POST /assignments/:id/review/claim": {
    ...answers(
      "Say that one is reviewing it; takeOver takes it from somebody else.",
      claimed,
      "409 claimed",
      "409 review.done",
    ),
    more: heldBy,
  },
  "DELETE /assignments/:id/review/claim": answers("Let go of it.", released),

  "POST /doubts": {
    ...creates(
      "Raise a doubt (201). With an unresolved one on the assignment, it is asked again (200).",
      doubts.doubt,
      "404 not-found",
      "409 doubt.full",
    ),
    replies: { 200: doubts.doubt, 201: doubts.doubt },
  },
  "GET /doubts/filter-doubts": answers(
    "The doubts that match: newest activity first, or the queue's longest waiting first.",
    doubts.doubtPage,
  ),
  "GET /doubts/similar": answers("Readable doubts most like a text.", z.array(doubts.listedDoubt)),
  "GET /doubts/:id": answers("A doubt with its thread; of a long one the newest.", doubts.doubt),
  "GET /doubts/:id/entries": answers("Entries that came before one.", doubts.entryPage),
  "PUT /doubts/:id/reply": answers("Reply to it.", doubts.doubt, ...GROWN),
  "PUT /doubts/:id/followup": answers("Ask again.", doubts.doubt, ...GROWN),
  "PUT /doubts/:id/resolve": answers(
    "Mark it as resolved, finally.",
    doubts.doubt,
    "409 doubt.resolved",
  ),
  "PATCH /doubts/:id": answers("Make it private, or open to the class.", doubts.doubt),
  "POST /doubts/:id/claim": {
    ...answers(
      "Say that one is answering it; takeOver takes it from somebody else.",
      claimed,
      "409 claimed",
      "409 doubt.resolved",
    ),
    more: heldBy,
  },
  "DELETE /doubts/:id/claim": answers("Let go of it.", released),

  "GET /messages/allForStudent": answers(
    "Public messages from staff, and personal ones sent or received.",
    z.array(messages.message),
  ),
  "GET /messages/allForMentor": answers(
    "What a mentor sent and received, and public ones from students; an admin: all.",
    z.array(messages.message),
  ),
  "GET /messages/personal": answers(
    "Personal messages, sent or received.",
    z.array(messages.message),
  ),
  "GET /messages/public": answers("Public messages from staff.", z.array(messages.message)),
  "GET /messages/recent-mentor": answers(
    "The newest, for the public home.",
    z.array(messages.message),
  ),
  "GET /messages/:id": answers("One message.", messages.message),
  "POST /messages": creates("Send a message.", messages.message),
  "GET /messages/announcement": answers(
    "Announcements, newest first.",
    z.array(announcements.listedAnnouncement),
  ),
  "POST /messages/announcement": creates("Announce something.", announcements.listedAnnouncement),
  "PUT /messages/announcement/:id": answers(
    "Edit an announcement.",
    announcements.listedAnnouncement,
  ),
  "DELETE /messages/announcement/:id": answers("Delete an announcement.", said),

  "GET /dailyBriefing/current": answers(
    "Today's briefing, or null.",
    briefings.briefing.nullable(),
  ),
  "GET /dailyBriefing/recent": answers("Briefings, newest first.", z.array(briefings.briefing)),
  "GET /dailyBriefing/archive": answers("The briefings of a month.", z.array(briefings.briefing)),
  "POST /dailyBriefing": {
    ...creates(
      "Write today's briefing.",
      briefings.briefing,
      "409 briefing.exists",
    ),
    more: { "briefing.exists": { current: briefings.briefing } },
  },
  "PUT /dailyBriefing/:id": answers("Edit a briefing.", briefings.briefing),
  "DELETE /dailyBriefing/:id": answers("Delete a briefing.", said),

  "GET /users": answers(
    "People to write to, with addresses for mentors; for admins, every account with its state.",
    z.union([z.array(people.account), z.array(people.recipient)]),
  ),
  "GET /users/students": answers(
    "Students, by name; a search finds up to 20.",
    z.array(people.student),
  ),
  "GET /users/menters": answers("The team, for the About page.", z.array(people.teamMember)),
  "POST /users": creates(
    "Make an account; a code to set its password is mailed.",
    people.account,
    "409 user.exists",
  ),
  "PATCH /users/:id": answers(
    "Edit an account. A new role ends its sessions.",
    people.account,
    "409 user.exists",
    "409 user.last-admin",
  ),
  "POST /users/:id/disable": answers(
    "Disable an account for so many hours, which ends its sessions; 0 enables it again.",
    people.account,
    "409 user.last-admin",
  ),
  "DELETE /users/:id": answers(
    "Delete an account. The person's work stays; sessions end, the address is free.",
    said,
    "409 user.last-admin",
  ),

  "GET /goals/user/:userId": answers(
    "A mentor's weekly goals, newest first; a mentor's own only.",
    z.array(goals.goal),
  ),
  "POST /goals": {
    ...creates(
      "Set this week's goal.",
      goals.goal,
      "409 goal.exists",
      "409 goal.not-sunday",
    ),
    more: { "goal.exists": { current: goals.goal.optional() } },
  },
  "PUT /goals/:id": answers(
    "Tick off, report the day, sum up the week.",
    goals.goal,
    "409 report.exists",
    "409 report.closed",
    "409 goal.not-sunday",
    "409 goal.closed",
  ),
  "GET /dashboard/mentor": answers("A mentor's own figures.", dashboards.mentorFigures),
  "GET /dashboard/admin": answers("The class's figures.", dashboards.adminFigures),
  "GET /dashboard/student": answers("A learner's own figures.", dashboards.studentFigures),

  "GET /contact": answers(
    "What came through the contact form, newest first.",
    z.array(contact.contactMessage),
  ),
  "POST /contact": creates(
    "Write to the class's staff.",
    said,
    "400 idempotency.key",
    "409 idempotency.reused",
    "429 too-many",
  ),
  "GET /about": answers("The About page.", about.about),
  "PUT /about": answers("Edit the About page.", about.about),
  "POST /upload": creates(
    "Upload an image for a text.",
    files.uploaded,
    "413 file.large",
    "415 file.kind",
  ),
  "GET /files/:id": answers(
    "An uploaded file, for whoever has the link.",
    z.file(),
    "404 not-found",
  ),
};
