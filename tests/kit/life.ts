/** A class at work: random commands by its people, and what nobody may have been told. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import fc from "fast-check";
import { can as canAssignment } from "../../server/assignments/policy.ts";
import { can } from "../../server/doubts/policy.ts";
import type { DoubtCard } from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/roles.ts";
import { roomsOf } from "../../server/live/rooms.ts";
import { QUESTION, questionForm } from "./assignments.ts";
import type { Client } from "./client.ts";
import type { Reply, School, TestPerson } from "./people.ts";

const COMMANDS = [
  "raise",
  "raise",
  "raise privately",
  "reply",
  "reply",
  "reply",
  "follow up",
  "follow up",
  "resolve",
  "hide",
  "show",
  "claim",
  "take over",
  "release",
  "distribute",
  "respond",
  "create",
] as const;
const MISHAPS = ["none", "leave", "return", "redeliver", "double", "open", "mend", "mend"] as const;

/** These at once, each by somebody about something. */
export const someCommands = fc.array(
  fc.record({ command: fc.constantFrom(...COMMANDS), who: fc.nat(20), what: fc.nat(20) }),
  { minLength: 1, maxLength: 4 },
);
export const aMishap = fc.record({
  kind: fc.constantFrom(...MISHAPS),
  whose: fc.nat(20),
  what: fc.nat(50),
});
export type Mishap = { kind: typeof MISHAPS[number]; whose: number; what: number };
export type Command = { command: typeof COMMANDS[number]; who: number; what: number };

export type Class = {
  server: School;
  staff: TestPerson[];
  learners: TestPerson[];
  clients: Client[];
  questions: string[];
  doubts: { id: string; owner: TestPerson }[];
};

export const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

export async function run(
  { staff, learners, questions, doubts }: Class,
  { command, who, what }: Command,
): Promise<Reply | undefined> {
  const [mentor, learner] = [pick(staff, who), pick(learners, who)];
  const doubt = doubts.length > 0 ? pick(doubts, what) : null;
  const question = pick(questions, what);
  switch (command) {
    case "raise":
    case "raise privately": {
      const isPrivate = command === "raise privately";
      const raised = await learner.post("/doubts", {
        assignmentId: question,
        doubtText: `Doubt ${who} ${what}`,
        ...(isPrivate && { private: true }),
      });
      if (raised.status === 201) doubts.push({ id: raised.body._id, owner: learner });
      return raised;
    }
    case "create": {
      const made = await mentor.post("/assignments", questionForm({ title: `Question ${what}` }));
      if (made.status === 201 && what % 2 === 0) questions.push(made.body._id);
      return made;
    }
    case "distribute":
      return await mentor.put(`/assignments/${question}/distribution`, {
        distributionTag: pick(["hw", "cw", "practice"], who + what),
      });
    case "respond":
      return await learner.put(`/assignments/${question}/status`, {
        responseStatus: pick(["solved", "having doubt", "partially solved"], who + what),
        learningNotes: "Notes",
      });
  }
  if (!doubt) return undefined;
  const path = `/doubts/${doubt.id}`;
  switch (command) {
    case "reply":
      return await mentor.put(`${path}/reply`, { reply: `Reply ${who} ${what}` });
    case "follow up":
      return await doubt.owner.put(`${path}/followup`, { followup: `Again ${who} ${what}` });
    case "resolve":
      return await doubt.owner.put(`${path}/resolve`);
    case "hide":
    case "show":
      return await doubt.owner.patch(path, { private: command === "hide" });
    case "claim":
    case "take over":
      return await mentor.post(`${path}/claim`, { takeOver: command === "take over" });
    case "release":
      return await mentor.delete(`${path}/claim`);
  }
}

export async function befall({ clients, doubts }: Class, { kind, whose, what }: Mishap) {
  const client = pick(clients, whose);
  switch (kind) {
    case "leave":
      return client.disconnect();
    case "return":
      return await client.connect();
    case "redeliver":
      return client.redeliver(what, 1 + whose);
    case "double":
      return client.double(what % 2 === 0);
    case "open":
      if (doubts.length > 0) await client.open(pick(doubts, what).id);
      return;
    case "mend":
      await Promise.all(clients.map((client) => client.mend()));
  }
}

/** Everybody comes back, and hears of everything that is for them. */
export async function settle({ server, clients }: Class): Promise<void> {
  await Promise.all(clients.map((client) => client.connect()));
  await Promise.all(clients.map(async (client) => {
    const rooms = roomsOf(client.me);
    const [last] = await server.parts.database.sql`
      select coalesce(max(seq), 0)::int as seq from events where rooms && ${rooms}`;
    await client.until(last?.seq);
  }));
}

/** Nobody was told of what was not for them at that place in the log. */
export async function nobodyWasToldTooMuch({ server, clients }: Class): Promise<void> {
  const logged = await server.parts.database.sql<{ seq: number; data: DoubtCard }[]>`
    select seq::int, data from events where type in ('doubt.opened', 'doubt.changed') order by seq`;
  const cards = Map.groupBy(logged, ({ data }) => data._id);
  const cardAt = (id: string, seq: number) => {
    const all = cards.get(id) ?? [];
    return (all.findLast((card) => card.seq < seq) ?? all[0])?.data;
  };
  for (const { me, received } of clients) {
    for (const { event, data } of received as { event: string; data: Reply["body"] }[]) {
      const about = `${event} ${data.seq} to ${me.name}`;
      if (event === "doubt.opened" || event === "doubt.changed") ok(can.read(me, data), about);
      if (event === "doubt.entry") {
        const card = cardAt(data.doubtId, data.seq);
        ok(card && can.read(me, card), about);
      }
      if (event === "assignment.saved") ok(canAssignment.read(me, data), about);
      if (event === "claim.changed" || event === "review.waiting") ok(isStaff(me), about);
      if (event === "review.changed") ok(isStaff(me) || data.student._id === me._id, about);
      ok(!JSON.stringify(data).includes("@class.test"), about);
    }
    // In order, and once.
    const order = received.map(({ data }) => data.seq);
    equals(order, [...new Set(order)].sort((a, b) => a - b), me.name);
  }
}

/** A new class of the same people: some questions and doubts, and everybody looks at them. */
export async function startClass(
  { server, staff, learners, clients }: Pick<Class, "server" | "staff" | "learners" | "clients">,
): Promise<Class> {
  const { sql } = server.parts.database;
  await sql`truncate doubts, doubt_entries, claims, responses, assignees, assignments cascade`;
  const made: Class = { server, staff, learners, clients, questions: [], doubts: [] };
  const [mentor] = staff as [TestPerson];
  for (const tag of ["hw", "practice", "cw", "hw"]) {
    const { body } = await mentor.post("/assignments", questionForm({ title: QUESTION.title }));
    await mentor.put(`/assignments/${body._id}/distribution`, { distributionTag: tag });
    made.questions.push(body._id);
  }
  for (let who = 0; who < 6; who++) {
    await run(made, { command: who === 5 ? "raise privately" : "raise", who, what: who % 4 });
  }
  await Promise.all(clients.map((client) => client.fetchAll()));
  await Promise.all(clients.map(async (client, nth) => {
    await client.connect();
    for (const { id } of made.doubts.slice(nth % 3)) await client.open(id);
  }));
  return made;
}
