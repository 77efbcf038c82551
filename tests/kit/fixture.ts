/** Creates the things that a valid call needs, on demand, around one asker. */
import { ok } from "node:assert/strict";
import { newCode, randomCode } from "../../server/kit/security/codes.ts";
import { newId } from "../../server/kit/core/ids.ts";
import { systemClock } from "../../server/kit/core/clock.ts";
import { isLearner, isStaff, type Role } from "../../server/kit/core/roles.ts";
import { newAddress, registrationForm } from "./accounts.ts";
import { assignment, doubt } from "./assignments.ts";
import {
  type Caller,
  caller,
  must,
  PASSWORD,
  person,
  type Reply,
  type TestPerson,
} from "./people.ts";
import { browserRun, claim, runsOf, sumQuestion } from "./runs.ts";
import type { TestServer } from "./server.ts";

export type Who = "nobody" | Role;
type Made = Reply["body"];

/** A picture of one pixel. */
const GIF = Uint8Array.fromBase64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString();

export const picture = (): File => new File([GIF], "dot.gif", { type: "image/gif" });

/** One asker, new for each call, and the things that belong to it. */
export class Fixture {
  constructor(
    readonly server: TestServer,
    /** Null when nobody is signed in. */
    readonly me: TestPerson | null,
  ) {}

  static async around(server: TestServer, who: Who): Promise<Fixture> {
    return new Fixture(server, who === "nobody" ? null : await person(server, who));
  }

  get caller(): Caller {
    return this.me ?? caller(this.server);
  }

  /** Returns the asker when it has that role, and otherwise a new person who has it. */
  async someone(role: Role): Promise<TestPerson> {
    return this.me?.role === role ? this.me : await person(this.server, role);
  }

  /** Returns a new person with that role. */
  async other(role: Role): Promise<TestPerson> {
    return await person(this.server, role);
  }

  /** Returns the asker when it is a student or volunteer, and otherwise a new student. */
  async learner(): Promise<TestPerson> {
    return this.me?.role === "volunteer" ? this.me : await this.someone("student");
  }

  /** Creates homework for everyone, by another mentor. */
  async assignment(): Promise<Made> {
    return await assignment(await person(this.server, "mentor"));
  }

  /** Creates an assignment with a solution that everyone may see. */
  async solution(): Promise<{ _id: string; assignmentId: string }> {
    const mentor = await person(this.server, "mentor");
    const { _id: assignmentId } = await assignment(mentor);
    const at = `/assignments/${assignmentId}`;
    const { _id } = must(
      await mentor.put(`${at}/solution`, { title: "So", content: "Backwards." }),
    );
    must(await mentor.put(`${at}/solution-visibility`, { solutionVisible: true }));
    return { _id, assignmentId };
  }

  /** Creates a response of the learner that waits for review. */
  async response(): Promise<{ assignmentId: string; studentId: string }> {
    const learner = await this.learner();
    const { _id: assignmentId } = await this.assignment();
    const response = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
    must(await learner.put(`/assignments/${assignmentId}/status`, response));
    return { assignmentId, studentId: learner._id };
  }

  /** Creates a response of the learner, which a mentor has approved. */
  async decided(): Promise<Made> {
    const { assignmentId: _id, studentId } = await this.response();
    const review = { studentId, reviewStatus: "approved" };
    must(await (await this.other("mentor")).put(`/assignments/${_id}/review`, review));
    return { _id };
  }

  /** Creates a doubt of the learner. */
  async doubt(): Promise<Made> {
    return await doubt(await this.learner(), (await this.assignment())._id);
  }

  /** Asks, from the other side, to look at a doubt's program together. */
  async together(): Promise<{ doubtId: string; _id: string }> {
    const student = await this.learner();
    const asker = student === this.me ? await this.other("mentor") : student;
    const { _id: doubtId } = await doubt(student, (await this.assignment())._id);
    const { _id } = must(await asker.post(`/doubts/${doubtId}/together`));
    return { doubtId, _id };
  }

  /** Creates a doubt of the learner, which a mentor has answered. */
  async answeredDoubt(): Promise<Made> {
    const { _id } = await this.doubt();
    return must(
      await (await person(this.server, "mentor")).put(`/doubts/${_id}/reply`, { reply: "So." }),
    );
  }

  /** Creates an entry of the asker that is the newest of its thread: a reply or a follow-up. */
  async ownEntry(): Promise<{ id: string; entryId: string }> {
    const { _id: id } = await this.doubt();
    const asker = this.me ?? await person(this.server, "mentor");
    const { conversation } = must(
      isLearner(asker)
        ? await asker.put(`/doubts/${id}/followup`, { followup: "And then?" })
        : await asker.put(`/doubts/${id}/reply`, { reply: "Because." }),
    );
    return { id, entryId: conversation.at(-1)._id };
  }

  /** Creates a doubt of another student. */
  async anothersDoubt(): Promise<Made> {
    return await doubt(await this.other("student"), (await this.assignment())._id);
  }

  /** Keeps a run of the asker, who says that it passed. */
  async run(): Promise<Made> {
    const runner = this.me ?? await this.learner();
    return must(await runner.post(runsOf((await this.assignment())._id), browserRun()));
  }

  /** Has two students run programs that fail in the same way. @returns an answer to both */
  async group(made?: Made) {
    const question = made ?? await sumQuestion(await this.other("mentor"));
    const students = [await this.other("student"), await this.other("student")];
    const result = claim([{ verdict: "wrong", output: "4" }, {}]);
    for (const student of students) {
      must(await student.post(runsOf(question._id), browserRun({ result })));
    }
    const { sql } = this.server.parts.database;
    const [run] = await sql<{ key: string }[]>`
      select failure ->> 'key' as key from runs where assignment_id = ${question._id} limit 1`;
    const members = students.map(({ _id }) => _id);
    return { assignmentId: question._id, key: run?.key ?? "", members, answer: "Add both." };
  }

  /** Creates such a group in a class session. Returns its names. */
  async groupOfClassSession() {
    await this.noClassSession();
    const mentor = await this.other("mentor");
    const question: Made = await sumQuestion(mentor);
    const { _id: classSessionId } = must(
      await mentor.post("/class-sessions", { questions: [question._id] }),
    );
    const { assignmentId, key } = await this.group(question);
    return { classSessionId, assignmentId, key };
  }

  /** Creates a comment of a mentor on a run of the learner. */
  async comment(): Promise<Made> {
    const { _id } = await new Fixture(this.server, await this.learner()).run();
    const mentor = await person(this.server, "mentor");
    return must(await mentor.post(`/runs/${_id}/comments`, { from: 1, to: 2, text: "Which?" }));
  }

  /** Creates a comment of the asker on a run of the learner. */
  async ownComment(): Promise<Made> {
    const learner = await this.learner();
    const { _id } = await new Fixture(this.server, learner).run();
    const mentor = this.me && isStaff(this.me) ? this.me : await person(this.server, "mentor");
    return must(await mentor.post(`/runs/${_id}/comments`, { from: 1, to: 2, text: "Which?" }));
  }

  /** Creates a change that a mentor proposes in a thread whose program the class may see. */
  async proposal(): Promise<Made> {
    const [learner, mentor] = [await this.learner(), await person(this.server, "mentor")];
    const { _id: runId, assignmentId } = await new Fixture(this.server, learner).run();
    const asked = { assignmentId, doubtText: "Why?", runId, programShown: "class" };
    const { _id } = must(await learner.post("/doubts", asked));
    const proposal = { runId, source: "int main() {}" };
    must(await mentor.put(`/doubts/${_id}/reply`, { reply: "Like this.", proposal }));
    return must(await mentor.get(`/comments?doubtId=${_id}`)).proposals[0];
  }

  /** Creates a public message by another mentor. */
  async message(): Promise<Made> {
    const mentor = await person(this.server, "mentor");
    return must(await mentor.post("/messages", { subject: "Hi", body: "All.", isPublic: true }));
  }

  /** Notes something that concerns the asker. */
  async notification(): Promise<Made> {
    const { _id: personId } = this.me ?? await this.learner();
    const { sql } = this.server.parts.database;
    const _id = newId();
    await sql`insert into notifications
      (id, cause, kind, is_for_all, path, subject_id, title, at, created_at)
      values (${_id}, ${_id}, 'poll', false, '/', ${_id}, 'Ready?', now(), now())`;
    await sql`insert into notified (person_id, notification_id) values (${personId}, ${_id})`;
    return { _id };
  }

  async announcement(): Promise<Made> {
    const mentor = await person(this.server, "mentor");
    return must(await mentor.post("/messages/announcement", { subject: "Hi", body: "All." }));
  }

  /** Prepares an announcement for tomorrow. */
  async preparedAnnouncement(): Promise<Made> {
    const mentor = await person(this.server, "mentor");
    const notice = { subject: "Hi", body: "All.", appearsAt: tomorrow() };
    return must(await mentor.post("/messages/announcement", notice));
  }

  /** Prepares a question as tomorrow's homework. */
  async preparedAssignment(): Promise<Made> {
    const { _id } = await assignment(await person(this.server, "mentor"), {}, null);
    const mentor = await person(this.server, "mentor");
    const plan = { distributionTag: "hw", appearsAt: tomorrow() };
    return must(await mentor.put(`/assignments/${_id}/distribution`, plan));
  }

  /** Prepares tomorrow's briefing: the asker's own, if it may write one. */
  async preparedBriefing(): Promise<Made> {
    await this.noBriefing();
    const texts = { classSummary: "a", classQuestions: "b", homeworkQuestions: "c" };
    const mayWrite = this.me !== null && this.me.role !== "student";
    const author = this.me && mayWrite ? this.me : await person(this.server, "mentor");
    return must(await author.post("/dailyBriefing", { ...texts, appearsAt: tomorrow() }));
  }

  /** Deletes the briefings, so that today has none yet. */
  async noBriefing(): Promise<void> {
    await this.server.parts.database.sql`delete from briefings`;
  }

  /** Ends the running class session, so that the next one can start. */
  async noClassSession(): Promise<void> {
    const mentor = await person(this.server, "mentor");
    const { classSession } = must(await mentor.get("/class-sessions/running"));
    if (classSession) must(await mentor.post(`/class-sessions/${classSession._id}/end`));
  }

  /** Starts a class session of another mentor, with one question. */
  async classSession(): Promise<Made> {
    await this.noClassSession();
    const questions = [(await this.assignment())._id];
    return must(await (await person(this.server, "mentor")).post("/class-sessions", { questions }));
  }

  async briefing(): Promise<Made> {
    await this.noBriefing();
    const texts = { classSummary: "a", classQuestions: "b", homeworkQuestions: "c" };
    return must(await (await person(this.server, "mentor")).post("/dailyBriefing", texts));
  }

  /** Creates a saved reply of the asker when it is on the staff, and otherwise of a mentor. */
  async savedReply(): Promise<Made> {
    const isStaff = this.me?.role === "mentor" || this.me?.role === "admin";
    const owner = this.me && isStaff ? this.me : await person(this.server, "mentor");
    return must(await owner.post("/desk/replies", { name: "Loops", text: "Count again." }));
  }

  /** Creates this week's goal of the asker when it is a mentor, and otherwise of another mentor. */
  async goal(): Promise<Made> {
    const mentor = await this.someone("mentor");
    const weeklyTarget = JSON.stringify([{ text: "Answer all doubts" }]);
    return must(await mentor.post("/goals", { user: mentor._id, weeklyTarget }));
  }

  /** Creates a note about a student, by the asker when it is a mentor or admin. */
  async note(): Promise<Made> {
    const { _id } = await person(this.server, "student");
    const author = this.me?.role === "admin" ? this.me : await this.someone("mentor");
    return must(await author.post(`/students/${_id}/notes`, { text: "Asks good questions." }));
  }

  /** Signs the asker in on another device, and returns the session's id. */
  async session(): Promise<string> {
    const { email, token } = this.me ?? await this.someone("student");
    const { token: other } = must(
      await caller(this.server).post("/auth/login", { email, password: PASSWORD }),
    );
    ok(other !== token);
    return must(await caller(this.server, other).get("/auth/sessions"))
      .find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)._id;
  }

  /** Uploads a picture as another person, and returns its id. */
  async file(): Promise<string> {
    const form = new FormData();
    form.set("file", picture());
    const { url } = must(await (await person(this.server, "mentor")).post("/upload", form));
    return url.split("/").at(-1) ?? "";
  }

  /** Creates a registration that waits for its code. */
  async registration(): Promise<{ email: string; otp: string; token: string }> {
    const email = newAddress();
    const { token } = must(
      await caller(this.server).post("/auth/register", registrationForm(email)),
    );
    const { database: { sql }, tokens } = this.server.parts;
    const otp = randomCode();
    const hash = tokens.hashCode("verify", email, otp);
    await sql`update registrations set code_hash = ${hash} where email = ${email}`;
    return { email, token, otp };
  }

  /** Creates a valid code for the address, to set a password with. */
  async code(email: string): Promise<string> {
    const { database: { db }, tokens } = this.server.parts;
    return await db.transaction((tx) =>
      newCode({ db: tx, now: systemClock(), tokens }, { purpose: "password", email })
    );
  }

  readonly password = PASSWORD;
  readonly newAddress = newAddress;
}
