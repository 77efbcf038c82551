/**
 * A client that catches up does not receive content that was corrected or withdrawn meanwhile, from
 * a server's memory or from its log. It is checked as a visitor, a student and staff.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { assignment, assignTo, doubt } from "./kit/assignments.ts";
import { listOf, NOTIFIES } from "./kit/notifications.ts";
import { person, type Reply, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen, type Push } from "./kit/socket.ts";

/** Marks content that is corrected or withdrawn later. */
const OLD = "WRITTEN-BY-MISTAKE";
const NEW = "as it is meant";

type Class = Record<"mentor" | "admin" | "student" | "classmate" | "volunteer", TestPerson>;
type Who = keyof Class | "visitor";

async function classOf(server: TestServer): Promise<Class> {
  return {
    mentor: await person(server, "mentor"),
    admin: await person(server, "admin"),
    student: await person(server),
    classmate: await person(server),
    volunteer: await person(server, "volunteer"),
  };
}

function must({ status, body }: Reply): Reply["body"] {
  ok(status < 300, JSON.stringify(body));
  return body;
}

/**
 * For each kind of content: its writes (`take`), who receives events about it (`hear`), and who
 * receives none of its cards (`not`).
 */
const FAMILIES: Record<string, { hear: Who[]; not?: Who[]; take: (c: Class) => Promise<void> }> = {
  "an announcement that was corrected": {
    hear: ["visitor", "student", "mentor"],
    async take({ mentor }) {
      const path = "/messages/announcement";
      const { _id } = must(await mentor.post(path, { subject: OLD, body: OLD }));
      must(await mentor.put(`${path}/${_id}`, { subject: NEW, body: NEW }));
    },
  },
  "an announcement that was withdrawn": {
    hear: ["visitor", "student", "mentor"],
    async take({ mentor }) {
      const path = "/messages/announcement";
      const { _id } = must(await mentor.post(path, { subject: OLD, body: OLD }));
      must(await mentor.put(`${path}/${_id}`, { subject: OLD, body: NEW }));
      must(await mentor.delete(`${path}/${_id}`));
    },
  },
  "what the bell says of announcements and questions": {
    hear: ["student", "mentor"],
    async take({ mentor, admin, student, classmate }) {
      const path = "/messages/announcement";
      const announce = async () => must(await mentor.post(path, { subject: OLD, body: NEW }))._id;
      const [corrected, withdrawn] = [await announce(), await announce()];
      const { _id: question } = await assignment(mentor, { title: OLD });
      const { _id: doubtId } = await doubt(student, question);
      must(await classmate.post(`/doubts/${doubtId}/share`));
      must(await admin.put(`/doubts/${doubtId}/reply`, { reply: NEW }));
      await listOf(classmate, ({ total }) => total === 3);
      must(await mentor.put(`/assignments/${question}`, { title: NEW }));
      must(await mentor.put(`${path}/${corrected}`, { subject: NEW, body: NEW }));
      must(await mentor.delete(`${path}/${withdrawn}`));
    },
  },
  "a note that was deleted, and a saved reply": {
    hear: ["mentor", "admin"],
    not: ["student", "visitor"],
    async take({ mentor, student }) {
      const notes = `/students/${student._id}/notes`;
      const { _id: note } = must(await mentor.post(notes, { text: OLD }));
      must(await mentor.delete(`${notes}/${note}`));
      const reply = { name: OLD, text: OLD, key: null, shared: true };
      const { _id: deleted } = must(await mentor.post("/desk/replies", reply));
      must(await mentor.delete(`/desk/replies/${deleted}`));
      const { _id: edited } = must(await mentor.post("/desk/replies", reply));
      must(await mentor.put(`/desk/replies/${edited}`, { ...reply, name: NEW, text: NEW }));
    },
  },
  "a briefing that was corrected, and withdrawn": {
    hear: ["visitor", "student", "mentor"],
    async take({ mentor, volunteer }) {
      const texts = { classSummary: OLD, classQuestions: OLD, homeworkQuestions: OLD };
      const first = must(await mentor.post("/dailyBriefing", texts));
      must(await mentor.delete(`/dailyBriefing/${first._id}`));
      const { _id } = must(await mentor.post("/dailyBriefing", texts));
      const right = { classSummary: NEW, classQuestions: NEW, homeworkQuestions: NEW };
      must(await volunteer.put(`/dailyBriefing/${_id}`, right));
    },
  },
  "the About page": {
    hear: ["visitor", "student", "mentor"],
    async take({ admin }) {
      const page = { milestones: [], contact: { email: "", support: "", phone: "" } };
      must(await admin.put("/about", { ...page, story: OLD, mission: OLD }));
      must(await admin.put("/about", { ...page, story: NEW, mission: NEW }));
    },
  },
  "a question's title, its doubts and its responses": {
    hear: ["visitor", "student", "mentor"],
    async take({ mentor, student, classmate }) {
      const { _id } = await assignment(mentor, { title: OLD });
      const { _id: doubtId } = await doubt(classmate, _id);
      must(await mentor.put(`/doubts/${doubtId}/reply`, { reply: "Look again." }));
      must(await student.put(`/assignments/${_id}/status`, { responseStatus: "solved" }));
      must(await assignTo(mentor, _id, student));
      must(await mentor.put(`/assignments/${_id}`, { title: NEW }));
    },
  },
  "homework that is no longer homework": {
    hear: ["visitor", "student", "mentor"],
    async take({ mentor }) {
      const { _id } = await assignment(mentor, { title: OLD });
      must(await mentor.put(`/assignments/${_id}`, { title: NEW }));
      must(await mentor.put(`/assignments/${_id}/distribution`, { distributionTag: "practice" }));
    },
  },
  "a question that was assigned to a student by mistake": {
    hear: ["student", "mentor"],
    not: ["student", "visitor", "volunteer"],
    async take({ mentor, student, classmate }) {
      const { _id } = await assignment(mentor, { title: OLD }, null);
      must(await assignTo(mentor, _id, student));
      must(await assignTo(mentor, _id, classmate));
      // Sent to those who may still see it.
      must(await mentor.put(`/assignments/${_id}`, { title: NEW }));
    },
  },
  "a doubt that was made private": {
    hear: ["student", "mentor", "volunteer"],
    not: ["classmate", "volunteer", "visitor"],
    async take({ mentor, student }) {
      const { _id } = await assignment(mentor);
      const { _id: doubtId } = await doubt(student, _id, { doubtText: OLD });
      must(await student.put(`/doubts/${doubtId}/followup`, { followup: OLD }));
      must(await student.patch(`/doubts/${doubtId}`, { private: true }));
    },
  },
  "feedback on a solution": {
    hear: ["student", "mentor"],
    async take({ mentor, student }) {
      const { _id } = await assignment(mentor);
      const path = `/assignments/${_id}`;
      const { _id: solution } = must(await mentor.put(`${path}/solution`, { solution: "So." }));
      must(await mentor.put(`${path}/solution-visibility`, { solutionVisible: true }));
      must(await student.put(`/solutions/${solution}/feedback`, { feedback: OLD }));
      must(await student.put(`/solutions/${solution}/feedback`, { feedback: NEW }));
    },
  },
  "a week's goal": {
    hear: ["mentor", "admin"],
    async take({ mentor }) {
      const target = (text: string) => ({ weeklyTarget: JSON.stringify([{ text }]) });
      const { _id } = must(await mentor.post("/goals", { user: mentor._id, ...target(OLD) }));
      must(await mentor.put(`/goals/${_id}`, target(NEW)));
    },
  },
  "an account": {
    hear: ["admin"],
    async take({ admin }) {
      const first = { name: OLD, email: `${OLD}@class.test`, role: "volunteer" };
      const changed = must(await admin.post("/users", first));
      must(await admin.patch(`/users/${changed._id}`, { name: NEW, email: "new@class.test" }));
      const gone = must(await admin.post("/users", first));
      must(await admin.delete(`/users/${gone._id}`));
    },
  },
};

/** The people who may still read the old content, because it was restricted and not corrected. */
const READS_ON: Record<string, Who[]> = {
  "a doubt that was made private": ["mentor", "admin", "student"],
};

const about = (pushes: Push[]) => pushes.filter(({ event }) => event !== "ready");

for (const [name, { hear, not = [], take }] of Object.entries(FAMILIES)) {
  Deno.test(`a client that catches up gets only the current content: ${name}`, async () => {
    await using server = await testServer();
    const people = await classOf(server);
    const { sql } = server.parts.database;
    await sql`truncate events restart identity`;
    await sql`insert into notification_progress (one, seq) values (true, 0)`;
    await using fresh = await testServer({ DATABASE_URL: server.databaseUrl }, NOTIFIES);
    const since = 0;
    await take(people);
    // The first server has all of it in memory; the one that starts now reads the log.
    await using late = await testServer({ DATABASE_URL: server.databaseUrl });
    for (const who of ["visitor", ...Object.keys(people)] as Who[]) {
      const { token } = who === "visitor" ? { token: undefined } : people[who];
      for (const one of [fresh, late]) {
        using ear = await listen(one, { token, since });
        equals(ear.of("resync"), [], `${who} is told what there is`);
        const told = about(ear.pushes);
        const wrong = told.filter(({ data }) => JSON.stringify(data).includes(OLD));
        if (!READS_ON[name]?.includes(who)) equals(wrong, [], `to ${who}`);
        if (hear.includes(who)) ok(told.length > 0, `${who} hears of it`);
        if (not.includes(who)) {
          const cards = told.filter(({ event }) =>
            /^doubt\.(opened|changed)|^assignment\.(saved|assigned)/.test(event)
          );
          const isOfClass = name.includes("doubt");
          ok(cards.every(({ event }) => isOfClass && event === "assignment.saved"), `${who}`);
        }
        const order = told.map(({ data }) => data.seq);
        equals(order, [...new Set(order)].sort((a, b) => a - b), "in order, and once");
      }
    }
  });
}
