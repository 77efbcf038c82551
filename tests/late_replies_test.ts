/** A reply that arrives after newer pushes does not overwrite them. */
import { deepStrictEqual as equals, rejects, strictEqual as is } from "node:assert/strict";
import { editAnnouncement } from "../client/announcements/actions.ts";
import { announcementsAtom } from "../client/announcements/state.ts";
import { changeDistributionTag } from "../client/assignments/actions.ts";
import {
  assignments,
  assignmentsAtom,
  assignmentsById,
  shelf,
  shelfAtom,
} from "../client/assignments/state.ts";
import { updateBriefing } from "../client/briefings/actions.ts";
import { recentAtom } from "../client/briefings/state.ts";
import {
  clearEventLog,
  eventsAfter,
  type LiveEvent,
  logPosition,
  logStart,
  noteReady,
  noteReply,
  recordEvent,
} from "../client/kit/net/event-log.ts";
import { sessionAtom } from "../client/kit/net/session.ts";
import { store } from "../client/kit/net/store.ts";
import { fetchAllPages } from "../client/kit/net/fetch-pages.ts";
import { editAccount, loadStudents } from "../client/people/actions.ts";
import { accountsAtom, studentsAtom } from "../client/people/state.ts";
import { loadSolution } from "../client/solutions/actions.ts";
import { type KeptSolution, solutionsAtom } from "../client/solutions/state.ts";
import { handleEvent } from "../client/kit/data/live-query.ts";
import fc from "fast-check";
import type { Pushes } from "../server/events.ts";
import { checkProperty } from "./kit/random.ts";

interface Answer {
  status?: number;
  body: unknown;
  /** The reply's place in the event log. */
  seq: number;
  /** Runs before the reply arrives. */
  meanwhile?: () => void;
}

/** Runs `work` while the server gives this reply to every call. */
async function answered(
  { status = 200, body, seq, meanwhile }: Answer,
  work: () => Promise<unknown>,
): Promise<void> {
  const { fetch } = globalThis;
  globalThis.fetch = () => {
    meanwhile?.();
    return Promise.resolve(Response.json(body, { status, headers: { "x-seq": `${seq}` } }));
  };
  try {
    await work();
  } finally {
    globalThis.fetch = fetch;
  }
}

function signIn(role: "admin" | "student"): void {
  clearEventLog();
  store.set(sessionAtom, { token: "token", user: { _id: "me", name: "Me", role } } as never);
}

/** Applies an event as if it had arrived. `data` has only the fields that matter here. */
function arrives(event: keyof Pushes, data: object): void {
  const whole = { event, data } as LiveEvent;
  recordEvent(whole);
  handleEvent(whole);
}

const abort = new AbortController();

const solution = (content: string) => ({ _id: "s", content, feedback: [], version: 1 });
const kept = (): KeptSolution | undefined => store.get(solutionsAtom)["a"];

function saved(seq: number, solutionVisible: boolean): void {
  arrives("assignment.saved", { _id: "a", solutionVisible, seq });
}

Deno.test("a solution that is hidden during a learner's first fetch is fetched again", async () => {
  signIn("student");
  const first = { body: solution("So"), seq: 1, meanwhile: () => saved(2, false) };
  await answered(first, () => loadSolution("a", abort.signal));
  is(kept()?.stale, true);
  const refusal = { status: 403, body: { msg: "No.", code: "solution.hidden" }, seq: 2 };
  await answered(refusal, () => loadSolution("a", abort.signal));
  equals(kept()?.seen, { why: "hidden" });
});

Deno.test("a solution that changes during a fetch is fetched again", async () => {
  signIn("admin");
  store.set(solutionsAtom, {});
  const load = () => loadSolution("a", abort.signal);
  await answered({ body: solution("One"), seq: 1 }, load);
  saved(2, true);
  await answered({ body: solution("Two"), seq: 2, meanwhile: () => saved(3, true) }, load);
  equals([kept()?.seen, kept()?.stale], [{ solution: solution("Two") }, true]);
  await answered({ body: solution("Three"), seq: 3 }, load);
  equals([kept()?.seen, kept()?.stale], [{ solution: solution("Three") }, false]);
});

Deno.test("feedback on a stale solution leaves it stale", async () => {
  signIn("admin");
  store.set(solutionsAtom, {});
  await answered({ body: solution("One"), seq: 1 }, () => loadSolution("a", abort.signal));
  saved(2, true);
  const given = { assignmentId: "a", solutionId: "s", student: { _id: "x" }, seq: 3 };
  arrives("solution.feedback", given);
  is(kept()?.stale, true);
});

Deno.test("an account that is deleted during an edit does not reappear", async () => {
  signIn("admin");
  const account = { _id: "x", name: "Ravi", version: 1 };
  const changed = { ...account, version: 2 };
  for (
    const [answer, isRefused] of [
      [{ body: changed, seq: 1 }, false],
      [{ status: 409, body: { msg: "No.", code: "stale", current: changed }, seq: 1 }, true],
    ] as const
  ) {
    store.set(accountsAtom, { items: [account] as never, isWhole: true, seq: 1, stale: false });
    const meanwhile = () => arrives("user.changed", { _id: "x", removed: true, seq: 2 });
    await answered({ ...answer, meanwhile }, async () => {
      const work = editAccount("x", {} as never);
      await (isRefused ? rejects(work) : work);
    });
    equals(store.get(accountsAtom)?.items, []);
  }
});

Deno.test("a person who joins during a fetch of the students makes the list stale", async () => {
  signIn("admin");
  const meanwhile = () => arrives("stats.changed", { seq: 2 });
  await answered({ body: [], seq: 1, meanwhile }, () => loadStudents(abort.signal));
  is(store.get(studentsAtom)?.stale, true);
});

Deno.test("a row that is deleted while a stale edit is refused does not reappear", async () => {
  signIn("admin");
  const row = { _id: "x", createdAt: "2026-01-01T00:00:00.000Z", day: "2026-01-01", version: 1 };
  const refusal = { msg: "No.", code: "stale", current: { ...row, version: 2 } };
  const known = { items: [row] as never[], isWhole: true, seq: 1, stale: false };
  store.set(announcementsAtom, known);
  const gone = () => arrives("announcement.deleted", { _id: "x", seq: 2 });
  await answered(
    { status: 409, body: refusal, seq: 1, meanwhile: gone },
    () => rejects(editAnnouncement("x", {} as never)),
  );
  equals(store.get(announcementsAtom)?.items, []);

  store.set(recentAtom, known);
  const withdrawn = () => arrives("briefing.deleted", { _id: "x", seq: 2 });
  await answered(
    { status: 409, body: refusal, seq: 1, meanwhile: withdrawn },
    () => rejects(updateBriefing("x", {} as never)),
  );
  equals(store.get(recentAtom)?.items, []);
});

Deno.test("a tag that could not be set is reset to the question's current one", async () => {
  signIn("admin");
  const card = { _id: "a", title: "Arrays", distributionTag: "hw", createdAt: "", version: 1 };
  store.set(assignmentsAtom, {});
  assignments.store(assignmentsById([{ ...card, responses: [] }] as never[], 1));
  shelf.store({ of: "all", ids: ["a"], seq: 1 });
  const meanwhile = () => {
    const newer = { ...card, title: "Pointers", distributionTag: "cw", version: 2, seq: 2 };
    arrives("assignment.saved", newer);
  };
  await answered(
    { status: 500, body: { msg: "No.", code: "internal" }, seq: 1, meanwhile },
    () => rejects(changeDistributionTag(card as never, { distributionTag: "practice" })),
  );
  const [shown] = store.get(shelfAtom)?.items ?? [];
  equals([shown?.title, shown?.distributionTag], ["Pointers", "cw"]);
});

Deno.test("a list that is fetched in parts has every row that was there all the time, once", async () => {
  const change = fc.record({ isDeletion: fc.boolean(), at: fc.nat(), times: fc.nat({ max: 6 }) });
  await checkProperty(
    "a list in parts",
    fc.asyncProperty(fc.nat({ max: 40 }), fc.array(change), async (count, changes) => {
      let rows = Array.from({ length: count }, (_, at) => ({ _id: `row ${at}` }));
      const kept = new Set(rows);
      const later = changes.values();
      let calls = 0;
      const result = await fetchAllPages(8, (from) => {
        calls += 1;
        const data = rows.slice(Number(from), Number(from) + 8);
        const { isDeletion, at, times } = later.next().value ??
          { isDeletion: true, at: 0, times: 0 };
        const place = at % (rows.length + 1);
        if (isDeletion) { for (const row of rows.splice(place, times)) kept.delete(row); }
        else {
          const made = Array.from({ length: times }, (_, n) => ({ _id: `${calls}, ${n}` }));
          rows = [...rows.slice(0, place), ...made, ...rows.slice(place)];
        }
        return Promise.resolve({ data, seq: calls });
      });
      const ids = result.data.map(({ _id }) => _id);
      is(new Set(ids).size, ids.length, "a row twice");
      equals([...kept].filter(({ _id }) => !ids.includes(_id)), [], "a row is missing");
      is(result.seq, 1, "as fresh as its first part");
    }),
    { numRuns: 5000 },
  );
});

Deno.test("a reply that is older than the first event that a tab can have shows that events are missing", () => {
  clearEventLog();
  const begun = logStart();
  is(noteReply(5, begun), false, "the socket asks for the events after the first reply");
  is(noteReady(9, logPosition()), false);
  is(noteReply(4, begun), true, "it was sent before the connection, and came after it");
  is(noteReply(4, logStart()), false, "a cached reply, or one of a server that is behind");
  is(noteReady(12, logPosition()), false, "a reconnection leaves nothing out");

  clearEventLog();
  is(noteReply(7, logStart()), false);
  is(noteReady(9, undefined), true, "the reply came after the socket had asked");
  clearEventLog();
});

Deno.test("at least the last 2000 events are kept for replies that are under way", () => {
  clearEventLog();
  for (let seq = 1; seq <= 9000; seq++) {
    recordEvent({ event: "team.changed", data: { seq } } as LiveEvent);
    const since = Math.max(0, seq - 2000);
    is(eventsAfter(since).length, seq - since);
  }
  clearEventLog();
});
