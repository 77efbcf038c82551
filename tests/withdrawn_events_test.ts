/**
 * A client that comes back gets nothing of what was withdrawn from it meanwhile: it is told to fetch
 * everything again. The others get what they missed.
 */
import { deepStrictEqual as equals } from "node:assert/strict";
import { assignment, assignTo, doubt } from "./kit/assignments.ts";
import { classOf, must, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

/** Marks content that is withdrawn later. */
const OLD = "WRITTEN-BY-MISTAKE";

type Class = Record<"mentor" | "admin" | "student" | "classmate" | "volunteer", TestPerson>;
type Who = keyof Class | "visitor";
const EVERYBODY: Who[] = ["visitor", "student", "classmate", "volunteer", "mentor", "admin"];

/** For each kind of content: its writes, whom it is withdrawn from, and who may still read it. */
const FAMILIES: Record<
  string,
  { write: (c: Class) => Promise<void>; from: Who[]; still?: Who[] }
> = {
  "a deleted announcement": {
    from: EVERYBODY,
    async write({ mentor }) {
      const path = "/messages/announcement";
      const { _id } = must(await mentor.post(path, { subject: OLD, body: OLD }));
      must(await mentor.delete(`${path}/${_id}`));
    },
  },
  "a deleted briefing": {
    from: EVERYBODY,
    async write({ mentor }) {
      const texts = { classSummary: OLD, classQuestions: OLD, homeworkQuestions: OLD };
      const { _id } = must(await mentor.post("/dailyBriefing", texts));
      must(await mentor.delete(`/dailyBriefing/${_id}`));
    },
  },
  "homework that is no longer homework": {
    from: EVERYBODY,
    async write({ mentor }) {
      const { _id } = await assignment(mentor, { title: OLD });
      must(await mentor.put(`/assignments/${_id}/distribution`, { distributionTag: "practice" }));
    },
  },
  "a deleted note": {
    from: ["mentor", "admin"],
    async write({ mentor, student }) {
      const notes = `/students/${student._id}/notes`;
      const { _id } = must(await mentor.post(notes, { text: OLD }));
      must(await mentor.delete(`${notes}/${_id}`));
    },
  },
  "a saved reply that is no longer shared": {
    from: ["mentor", "admin"],
    async write({ mentor }) {
      const reply = { name: OLD, text: OLD, key: null, shared: true };
      const { _id } = must(await mentor.post("/desk/replies", reply));
      must(await mentor.put(`/desk/replies/${_id}`, { ...reply, shared: false }));
    },
  },
  "a question that was assigned to a student by mistake": {
    from: ["student"],
    still: ["classmate", "mentor", "admin"],
    async write({ mentor, student, classmate }) {
      const { _id } = await assignment(mentor, { title: OLD }, null);
      must(await assignTo(mentor, _id, student));
      must(await assignTo(mentor, _id, classmate));
    },
  },
  "a doubt that was made private": {
    from: ["classmate", "volunteer"],
    still: ["student", "mentor", "admin"],
    async write({ mentor, student }) {
      const { _id } = await assignment(mentor);
      const { _id: doubtId } = await doubt(student, _id, { doubtText: OLD });
      must(await student.put(`/doubts/${doubtId}/followup`, { followup: OLD }));
      must(await student.patch(`/doubts/${doubtId}`, { private: true }));
    },
  },
  "a deleted account": {
    from: ["admin"],
    async write({ admin }) {
      const account = { name: OLD, email: `${OLD}@class.test`, role: "volunteer" };
      const { _id } = must(await admin.post("/users", account));
      must(await admin.delete(`/users/${_id}`));
    },
  },
};

for (const [name, { write, from, still = [] }] of Object.entries(FAMILIES)) {
  Deno.test(`a client that comes back gets nothing of ${name}`, async () => {
    await using server = await testServer();
    const people = await classOf(server);
    const since = server.relay.head();
    await write(people);
    // It has the events from the log instead of from their commits.
    await using late = await testServer({ DATABASE_URL: server.databaseUrl });
    for (const who of EVERYBODY) {
      const token = who === "visitor" ? undefined : people[who].token;
      for (const one of [server, late]) {
        using ear = await listen(one, { token, since });
        const told = ear.pushes.filter(({ event }) => event !== "ready");
        if (from.includes(who)) {
          equals(told.map(({ event }) => event), ["resync"], `to ${who}`);
          continue;
        }
        equals(JSON.stringify(told).includes(OLD), still.includes(who), `to ${who}`);
        const order = told.map(({ data }) => data.seq);
        equals(order, [...new Set(order)].sort((a, b) => a - b), "in order, and once");
      }
    }
  });
}
