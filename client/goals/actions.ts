/** The calls about weekly goals, and keeping what came back. */
import type { Goal, GoalChange, GoalItem } from "../../server/goals/schema.ts";
import { api, call, Failed } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { meAtom } from "../kit/session.ts";
import { store } from "../kit/store.ts";
import { loadMentors as fetchMentors } from "../people/actions.ts";
import { goalsAtom, itemsOf, keepGoal, mentorsAtom } from "./state.ts";

export async function loadGoals(userId: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.goals.user[":userId"].$get({ param: { userId } }, { init: { signal } }),
  );
  const saved = pushesAfter(seq).filter(({ event }) => event === "goal.saved")
    .map(({ data: { seq: _, ...goal } }) => goal as Goal)
    .filter(({ user }) => user === userId);
  store.set(goalsAtom, (all) => ({ ...all, [userId]: saved.reduce(keepGoal, data) }));
}

/** The mentors, and the goals of each. */
export async function loadMentorGoals(signal: AbortSignal): Promise<void> {
  const { data, seq } = await fetchMentors(signal);
  await Promise.all(data.map(({ _id }) => loadGoals(_id, signal)));
  const moves = pushesAfter(seq).filter(({ event }) => event === "user.changed");
  store.set(mentorsAtom, { people: data, seq, movedAt: moves.at(-1)?.data.seq ?? 0 });
}

function keep(goal: Goal): void {
  store.set(goalsAtom, (all) => ({ ...all, [goal.user]: keepGoal(all[goal.user] ?? [], goal) }));
}

const known = ({ _id, user }: Goal): Goal | undefined =>
  store.get(goalsAtom)[user]?.find((goal) => goal._id === _id);

/** A refusal because of a newer one brings it along: it is kept, and offered. */
async function keepingCurrent(work: () => Promise<{ data: Goal }>): Promise<void> {
  try {
    keep((await work()).data);
  } catch (error) {
    const current = error instanceof Failed ? error.body.current : undefined;
    if (current !== undefined) keep(current as Goal);
    throw error;
  }
}

export async function createGoal(weeklyTarget: string, key: string): Promise<void> {
  const user = store.get(meAtom)?._id ?? "";
  const headers = { "Idempotency-Key": key };
  await keepingCurrent(() => call(api.goals.$post({ json: { user, weeklyTarget } }, { headers })));
}

export async function changeGoal(id: string, json: GoalChange): Promise<void> {
  await keepingCurrent(() => call(api.goals[":id"].$put({ param: { id }, json })));
}

/** One after the other: each change starts from what the one before has made. */
let last: Promise<void> = Promise.resolve();

/** Changes the checklist: shown at once, and taken back when the call fails. */
export async function editItems(
  goal: Goal,
  edit: (items: GoalItem[]) => GoalItem[],
): Promise<void> {
  const before = last;
  const work = async () => {
    await before;
    const write = async () => {
      const now = known(goal) ?? goal;
      const weeklyTarget = JSON.stringify(edit(itemsOf(now)));
      keep({ ...now, weeklyTarget });
      try {
        await changeGoal(goal._id, { weeklyTarget, version: now.version });
      } catch (error) {
        if (known(goal)?.version === now.version) keep(now);
        throw error;
      }
    };
    try {
      await write();
    } catch (error) {
      // Changed in another tab meanwhile: the same change, of what it is now.
      if (!(error instanceof Failed) || error.code !== "stale") throw error;
      await write();
    }
  };
  const result = work();
  last = result.catch(() => {});
  await result;
}
