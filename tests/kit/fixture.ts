/** What a valid call needs to exist, made when it is asked for, around one asker. */
import { newCode, randomCode } from "../../server/kit/codes.ts";
import { systemClock } from "../../server/kit/clock.ts";
import type { Role } from "../../server/kit/roles.ts";
import { newAddress, registrationForm } from "./accounts.ts";
import { assignment, doubt } from "./assignments.ts";
import { type Caller, caller, PASSWORD, person, type Reply, type TestPerson } from "./people.ts";
import type { TestServer } from "./server.ts";

export type Who = "nobody" | Role;
type Made = Reply["body"];

/** A picture of one pixel. */
const GIF = Uint8Array.fromBase64("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");

export const picture = (): File => new File([GIF], "dot.gif", { type: "image/gif" });

/** One asker, new for each call, and what belongs to it. */
export class Fixture {
  constructor(
    readonly server: TestServer,
    /** Null: nobody is signed in. */
    readonly me: TestPerson | null,
  ) {}

  static async around(server: TestServer, who: Who): Promise<Fixture> {
    return new Fixture(server, who === "nobody" ? null : await person(server, who));
  }

  get caller(): Caller {
    return this.me ?? caller(this.server);
  }

  /** The asker, when it has that role; otherwise somebody else who has it. */
  async someone(role: Role): Promise<TestPerson> {
    return this.me?.role === role ? this.me : await person(this.server, role);
  }

  /** Somebody else. */
  async other(role: Role): Promise<TestPerson> {
    return await person(this.server, role);
  }

  /** The asker, when it is a student or volunteer; otherwise a student. */
  async learner(): Promise<TestPerson> {
    return this.me?.role === "volunteer" ? this.me : await this.someone("student");
  }

  /** Everyone's homework, by another mentor. */
  async assignment(): Promise<Made> {
    return await assignment(await person(this.server, "mentor"));
  }

  /** An assignment with a solution that everyone may see. */
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

  /** The learner's answer, waiting for review. */
  async response(): Promise<{ assignmentId: string; studentId: string }> {
    const learner = await this.learner();
    const { _id: assignmentId } = await this.assignment();
    const response = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
    must(await learner.put(`/assignments/${assignmentId}/status`, response));
    return { assignmentId, studentId: learner._id };
  }

  /** The learner's doubt. */
  async doubt(): Promise<Made> {
    return await doubt(await this.learner(), (await this.assignment())._id);
  }

  /** A public message from another mentor. */
  async message(): Promise<Made> {
    const mentor = await person(this.server, "mentor");
    return must(await mentor.post("/messages", { subject: "Hi", body: "All.", isPublic: true }));
  }

  async announcement(): Promise<Made> {
    const mentor = await person(this.server, "mentor");
    return must(await mentor.post("/messages/announcement", { subject: "Hi", body: "All." }));
  }

  /** Today has no briefing yet. */
  async noBriefing(): Promise<void> {
    await this.server.parts.database.sql`delete from briefings`;
  }

  async briefing(): Promise<Made> {
    await this.noBriefing();
    const texts = { classSummary: "a", classQuestions: "b", homeworkQuestions: "c" };
    return must(await (await person(this.server, "mentor")).post("/dailyBriefing", texts));
  }

  /** This week's goal of the asker, when it is a mentor; otherwise another mentor's. */
  async goal(): Promise<Made> {
    const mentor = await this.someone("mentor");
    const weeklyTarget = JSON.stringify([{ text: "Answer all doubts" }]);
    return must(await mentor.post("/goals", { user: mentor._id, weeklyTarget }));
  }

  /** A picture that somebody has uploaded. */
  async file(): Promise<string> {
    const form = new FormData();
    form.set("file", picture());
    const { url } = must(await (await person(this.server, "mentor")).post("/upload", form));
    return url.split("/").at(-1) ?? "";
  }

  /** A registration that waits for its code. */
  async registration(): Promise<{ email: string; otp: string; token: string }> {
    const email = newAddress();
    const { token } = must(
      await caller(this.server).post("/auth/register", registrationForm(email)),
    );
    const { database: { sql }, tokens } = this.server.parts;
    const otp = randomCode();
    const hash = await tokens.hashCode("verify", email, otp);
    await sql`update registrations set code_hash = ${hash} where email = ${email}`;
    return { email, token, otp };
  }

  /** A live code of the address, to set a password with. */
  async code(email: string): Promise<string> {
    const { database: { db }, tokens } = this.server.parts;
    return await db.transaction((tx) =>
      newCode({ db: tx, now: systemClock(), tokens }, { purpose: "password", email })
    );
  }

  readonly password = PASSWORD;
  readonly newAddress = newAddress;
}

function must({ status, body }: Reply): Made {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
