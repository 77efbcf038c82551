/**
 * Lists and news that the client makes of pushed messages, doubts, reviews and accounts; its weeks.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { live as doubtsLive } from "../client/doubts/live.ts";
import { daysOf, isSunday, mondayOf } from "../client/goals/state.ts";
import type { LiveEvent } from "../client/kit/net/event-log.ts";
import { sessionAtom } from "../client/kit/net/session.ts";
import { store } from "../client/kit/net/store.ts";
import type { LiveList } from "../client/kit/data/live-list.ts";
import { live as messagesLive } from "../client/messages/live.ts";
import { lists, type Scope } from "../client/messages/state.ts";
import { accounts } from "../client/people/state.ts";
import { live as reviewsLive } from "../client/reviews/live.ts";
import type { Message } from "../server/messages/schema.ts";
import type { Account } from "../server/people/schema.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { everyRole, person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const LISTS: Record<Scope, (me: TestPerson) => string> = {
  all: ({ role }) =>
    role === "mentor" || role === "admin" ? "/messages/allForMentor" : "/messages/allForStudent",
  sent: ({ _id }) => `/messages/allForMentor?sender=${_id}`,
  personal: () => "/messages/personal",
};

Deno.test("lists made of pushed messages equal the server's lists", async () => {
  await using server = await testServer();
  const everybody = await everyRole(server);
  const sockets = await Promise.all(everybody.map(({ token }) => listen(server, { token })));
  using stack = new DisposableStack();
  for (const socket of sockets) stack.use(socket);
  for (const sender of everybody) {
    const to = everybody.filter((one) => one !== sender && one.role !== "student");
    const sent = { subject: "s", body: "b", links: [] };
    const letters = [
      { ...sent, isPublic: true, recipients: [] },
      { ...sent, isPublic: false, recipients: to.slice(0, 2).map(({ _id }) => _id) },
      { ...sent, isPublic: false, recipients: to.slice(2).map(({ _id }) => _id) },
    ];
    for (const letter of letters) is((await sender.post("/messages", letter)).status, 201);
  }
  for (const [at, me] of everybody.entries()) {
    const socket = sockets[at];
    ok(socket);
    const last = (await me.get(LISTS.all(me))).body[0]._id;
    await socket.until("message.sent", ({ _id }) => _id === last);
    const pushes = socket.of("message.sent") as (Message & { seq: number })[];
    const scopes = (Object.keys(LISTS) as Scope[])
      .filter((scope) => scope !== "sent" || me.role === "mentor" || me.role === "admin");
    store.set(sessionAtom, { token: me.token, user: me } as never);
    const empty: LiveList<Message> = { items: [], isWhole: true, seq: 0, stale: false };
    for (const scope of scopes) {
      const fresh = (await me.get(LISTS[scope](me))).body as Message[];
      ok(fresh.length > 0);
      equals(
        pushes.reduce(
          (list, data) => lists[scope].apply(list, { event: "message.sent", data }, me),
          empty,
        ).items.map(({ _id }) => _id),
        fresh.map(({ _id }) => _id),
        `${me.role}: ${scope}`,
      );
    }
  }
});

Deno.test("news: a learner gets replies to their own work, staff get every learner's posts", async () => {
  await using server = await testServer();
  const [owner, classmate, mentor, colleague] = [
    await person(server),
    await person(server),
    await person(server, "mentor"),
    await person(server, "mentor"),
  ];
  const people = [owner, classmate, mentor, colleague];
  const sockets = await Promise.all(people.map(({ token }) => listen(server, { token })));
  using stack = new DisposableStack();
  for (const socket of sockets) stack.use(socket);
  const question = await assignment(mentor, { title: "Loops" }, "hw");
  const { _id } = await doubt(owner, question._id);
  await mentor.put(`/doubts/${_id}/reply`, { reply: "Count again." });
  await owner.patch(`/doubts/${_id}`, { private: true });
  await owner.put(`/doubts/${_id}/followup`, { followup: "I did." });
  const answer = { responseStatus: "solved", submissionUrl: "https://code.test/1" };
  is((await owner.put(`/assignments/${question._id}/status`, answer)).status, 200);
  const verdict = { studentId: owner._id, reviewStatus: "approved", mentorComment: "Good." };
  is((await mentor.put(`/assignments/${question._id}/review`, verdict)).status, 200);
  await owner.put(`/doubts/${_id}/resolve`, {});
  const letter = { subject: "Thank you", body: "b", isPublic: false, links: [] };
  const { body } = await owner.post("/messages", { ...letter, recipients: [mentor._id] });
  const notice = { ...letter, subject: "To all", isPublic: true, recipients: [] };
  const last = (await mentor.post("/messages", notice)).body._id;
  const told = await Promise.all(people.map(async (me, at) => {
    const socket = sockets[at];
    ok(socket);
    await socket.until("message.sent", (message) => message._id === last);
    const seen = new Set<string>();
    return socket.pushes.flatMap((push) => {
      const event = push as unknown as LiveEvent;
      const news = [doubtsLive, messagesLive, reviewsLive]
        .map((feature) => feature.news?.(me, event)).find((found) => found);
      if (!news || seen.has(news.subject + news.at)) return [];
      seen.add(news.subject + news.at);
      return [`${news.place}: ${news.note?.title ?? "a mark"}`];
    });
  }));
  ok(body._id);
  const toStaff = [
    `doubts: New doubt from ${owner.name}`,
    `doubts: ${owner.name} asks again`,
    "solutions: a mark",
  ];
  equals(told, [
    [
      `doubts: ${mentor.name} replied to your doubt`,
      `solutions: ${mentor.name} reviewed your solution: approved`,
      "messages: a mark",
    ],
    ["messages: a mark"],
    [...toStaff, `messages: Message from ${owner.name}`],
    // A mentor's message to everybody is on the home page, not among another mentor's messages.
    toStaff,
  ]);
});

Deno.test("the list of accounts follows pushes, and an older push changes nothing", () => {
  const account = (id: string, name: string, version = 1) =>
    ({ _id: id, name, version }) as Account;
  const start = {
    items: [account("1", "Asha"), account("2", "Meera")],
    isWhole: true,
    seq: 5,
    stale: false,
  };
  type Known = Parameters<typeof accounts.apply>[0];
  const names = (known: Known) => known.items.map(({ name }) => name);
  const keepAccountChange = (known: Known, data: LiveEvent<"user.changed">["data"]) =>
    accounts.apply(known, { event: "user.changed", data }, null);
  const added = keepAccountChange(start, { ...account("3", "Kabir"), seq: 6 });
  equals(names(added), ["Asha", "Kabir", "Meera"]);
  const renamed = keepAccountChange(added, { ...account("1", "Zoya", 2), seq: 7 });
  equals(names(renamed), ["Kabir", "Meera", "Zoya"]);
  equals(names(keepAccountChange(renamed, { ...account("1", "Asha", 1), seq: 8 })), names(renamed));
  equals(names(keepAccountChange(renamed, { ...account("1", "Late", 3), seq: 4 })), names(renamed));
  const removed = keepAccountChange(renamed, { _id: "2", removed: true, seq: 9 });
  equals(names(removed), ["Kabir", "Zoya"]);
});

Deno.test("a week starts on Monday and ends on Sunday, over the ends of months and years", () => {
  equals(daysOf("2026-12-28").at(-1), "2027-01-03");
  for (const day of daysOf("2026-12-28")) is(mondayOf(day), "2026-12-28");
  is(mondayOf("2027-01-04"), "2027-01-04");
  equals(daysOf("2024-02-26").map(isSunday), [false, false, false, false, false, false, true]);
  is(daysOf("2024-02-26")[3], "2024-02-29");
});
