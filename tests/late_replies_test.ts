/** A reply that comes after what was pushed meanwhile undoes nothing of it. */
import { deepStrictEqual as equals, rejects, strictEqual as is } from "node:assert/strict";
import { editAnnouncement } from "../client/announcements/actions.ts";
import { announcementsAtom, keepAnnouncementPush } from "../client/announcements/state.ts";
import { distribute } from "../client/assignments/actions.ts";
import { keepAssignmentPush, shelfAtom } from "../client/assignments/state.ts";
import { rewriteBriefing } from "../client/briefings/actions.ts";
import { keepBriefingPush, recentAtom } from "../client/briefings/state.ts";
import { forgetLog, notePush, pushesAfter } from "../client/kit/log.ts";
import { sessionAtom } from "../client/kit/session.ts";
import { store } from "../client/kit/store.ts";
import { whole } from "../client/kit/whole.ts";
import { editAccount, loadStudents } from "../client/people/actions.ts";
import {
  accountsAtom,
  keepAccountPush,
  keepStudentsMoved,
  studentsAtom,
} from "../client/people/state.ts";
import { loadSolution } from "../client/solutions/actions.ts";
import { keepSolutionPush, type KeptSolution, solutionsAtom } from "../client/solutions/state.ts";
import type { Pushes } from "../server/live/events.ts";

interface Answer {
  status?: number;
  body: unknown;
  /** How fresh it is. */
  seq: number;
  /** What comes before it does. */
  meanwhile?: () => void;
}

/** Calls the server, which answers so. */
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
  forgetLog();
  store.set(sessionAtom, { token: "token", user: { _id: "me", name: "Me", role } } as never);
}

/** What was pushed, as far as it matters. */
function pushed<E extends keyof Pushes>(event: E, data: object): Pushes[E] {
  notePush({ event, data: data as { seq: number } });
  return data as Pushes[E];
}

const abort = new AbortController();

const solution = (content: string) => ({ _id: "s", content, feedback: [], version: 1 });
const kept = (): KeptSolution | undefined => store.get(solutionsAtom)["a"];

function saved(seq: number, solutionVisible: boolean): void {
  const data = pushed("assignment.saved", { _id: "a", solutionVisible, seq });
  store.set(keepSolutionPush, { event: "assignment.saved", data });
}

Deno.test("a solution that is hidden while a learner's first look is under way is hidden", async () => {
  signIn("student");
  const first = { body: solution("So"), seq: 1, meanwhile: () => saved(2, false) };
  await answered(first, () => loadSolution("a", abort.signal));
  equals(kept()?.seen, { why: "hidden" });
});

Deno.test("a solution that changes while it is fetched again is fetched once more", async () => {
  signIn("admin");
  store.set(solutionsAtom, {});
  const load = () => loadSolution("a", abort.signal);
  await answered({ body: solution("One"), seq: 1 }, load);
  saved(2, true);
  await answered({ body: solution("Two"), seq: 2, meanwhile: () => saved(3, true) }, load);
  equals([kept()?.seen, kept()?.stale], [{ solution: solution("Two") }, true]);
  await answered({ body: solution("Three"), seq: 3 }, load);
  equals([kept()?.seen, kept()?.stale], [{ solution: solution("Three") }, undefined]);
});

Deno.test("feedback on a solution that has changed does not make it up to date", async () => {
  signIn("admin");
  store.set(solutionsAtom, {});
  await answered({ body: solution("One"), seq: 1 }, () => loadSolution("a", abort.signal));
  saved(2, true);
  const given = { assignmentId: "a", solutionId: "s", student: { _id: "x" }, seq: 3 };
  const data = pushed("solution.feedback", given);
  store.set(keepSolutionPush, { event: "solution.feedback", data });
  is(kept()?.stale, true);
});

Deno.test("an account that is deleted while a change of it is under way does not come back", async () => {
  signIn("admin");
  const account = { _id: "x", name: "Ravi", version: 1 };
  const changed = { ...account, version: 2 };
  for (
    const [answer, isRefused] of [
      [{ body: changed, seq: 1 }, false],
      [{ status: 409, body: { msg: "No.", code: "stale", current: changed }, seq: 1 }, true],
    ] as const
  ) {
    store.set(accountsAtom, { items: [account] as never, seq: 1 });
    const meanwhile = () =>
      store.set(keepAccountPush, pushed("user.changed", { _id: "x", removed: true, seq: 2 }));
    await answered({ ...answer, meanwhile }, async () => {
      const work = editAccount("x", {} as never);
      await (isRefused ? rejects(work) : work);
    });
    equals(store.get(accountsAtom)?.items, []);
  }
});

Deno.test("who joins while the students are under way has them fetched again", async () => {
  signIn("admin");
  const meanwhile = () => {
    pushed("stats.changed", { seq: 2 });
    store.set(keepStudentsMoved, 2);
  };
  await answered({ body: [], seq: 1, meanwhile }, () => loadStudents(abort.signal));
  is(store.get(studentsAtom)?.movedAt, 2);
});

Deno.test("what is deleted while a stale change of it is refused does not come back", async () => {
  signIn("admin");
  const row = { _id: "x", createdAt: "2026-01-01T00:00:00.000Z", day: "2026-01-01", version: 1 };
  const refusal = { msg: "No.", code: "stale", current: { ...row, version: 2 } };
  const known = { items: [row] as never[], isWhole: true };
  store.set(announcementsAtom, known);
  const announcement = { event: "announcement.deleted", data: { _id: "x", seq: 2 } } as const;
  const gone = () => {
    pushed("announcement.deleted", announcement.data);
    store.set(keepAnnouncementPush, announcement);
  };
  await answered(
    { status: 409, body: refusal, seq: 1, meanwhile: gone },
    () => rejects(editAnnouncement("x", {} as never)),
  );
  equals(store.get(announcementsAtom)?.items, []);

  store.set(recentAtom, known);
  const briefing = { event: "briefing.deleted", data: { _id: "x", seq: 2 } } as const;
  const withdrawn = () => {
    pushed("briefing.deleted", briefing.data);
    store.set(keepBriefingPush, briefing);
  };
  await answered(
    { status: 409, body: refusal, seq: 1, meanwhile: withdrawn },
    () => rejects(rewriteBriefing("x", {} as never)),
  );
  equals(store.get(recentAtom)?.items, []);
});

Deno.test("a tag that could not be set goes back to what the question has by now", async () => {
  signIn("admin");
  const card = { _id: "a", title: "Arrays", distributionTag: "hw", createdAt: "", version: 1 };
  const items = [{ ...card, responses: [] }] as never[];
  store.set(shelfAtom, { of: "all", items, seq: 1, stale: false });
  const meanwhile = () => {
    const newer = { ...card, title: "Pointers", distributionTag: "cw", version: 2, seq: 2 };
    const data = pushed("assignment.saved", newer);
    store.set(keepAssignmentPush, { event: "assignment.saved", data });
  };
  await answered(
    { status: 500, body: { msg: "No.", code: "internal" }, seq: 1, meanwhile },
    () => distribute(card as never, "practice"),
  );
  const [shown] = store.get(shelfAtom)?.items ?? [];
  equals([shown?.title, shown?.distributionTag], ["Pointers", "cw"]);
});

Deno.test("what moves on to the next page while the first is read is in a list once", async () => {
  const rows = ["a", "b", "c", "d", "e"].map((_id) => ({ _id }));
  const pages = [rows.slice(0, 2), [{ _id: "b" }, { _id: "c" }], rows.slice(3)];
  const load = (page: string) => Promise.resolve({ data: pages[Number(page) - 1] ?? [], seq: 7 });
  equals(await whole(2, load), { data: rows, seq: 7 });
});

Deno.test("all that is told at once after a break comes on top of a reply under way", () => {
  forgetLog();
  for (let seq = 1; seq <= 9000; seq++) {
    notePush({ event: "team.changed", data: { seq } });
    const since = Math.max(0, seq - 2000);
    is(pushesAfter(since).length, seq - since);
  }
  forgetLog();
});
