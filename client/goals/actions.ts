/** API calls for weekly goals; replies are stored in the state. */
import type { Goal, GoalChange, GoalItem } from "../../server/goals/schema.ts";
import { api, call, callAndStore, CallError, once } from "../kit/net/api.ts";
import { meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { goals, goalsAtom, itemsOf, mentors, withGoal } from "./state.ts";

export async function loadGoals(userId: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.goals.user[":userId"].$get({ param: { userId } }, { init: { signal } }),
  );
  goals.store({ [userId]: { user: userId, goals: data, seq } });
}

export async function loadMentors(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.goals.week.$get({}, { init: { signal } }));
  mentors.store({ weeks: data, seq });
}

function storeGoal(goal: Goal): void {
  goals.edit(goal.user, (known) => ({ ...known, goals: withGoal(known.goals, goal) }));
}

const known = ({ _id, user }: Goal): Goal | undefined =>
  store.get(goalsAtom)[user]?.goals.find((goal) => goal._id === _id);

export async function createGoal(weeklyTarget: string, key: string): Promise<void> {
  const user = store.get(meAtom)?._id ?? "";
  const request = api.goals.$post({ json: { user, weeklyTarget } }, once(key));
  await callAndStore(request, ({ data }) => storeGoal(data));
}

export async function changeGoal(id: string, json: GoalChange): Promise<void> {
  const request = api.goals[":id"].$put({ param: { id }, json });
  await callAndStore(request, ({ data }) => storeGoal(data));
}

/** The last change. Each change begins with the result of the one before. */
let last: Promise<void> = Promise.resolve();

/** Changes the checklist optimistically: it is shown at once, and undone if the call fails. */
export function editItems(goal: Goal, edit: (items: GoalItem[]) => GoalItem[]): Promise<void> {
  const write = async () => {
    const now = known(goal) ?? goal;
    const weeklyTarget = JSON.stringify(edit(itemsOf(now)));
    storeGoal({ ...now, weeklyTarget });
    try {
      await changeGoal(goal._id, { weeklyTarget, version: now.version });
    } catch (error) {
      if (known(goal)?.version === now.version) storeGoal(now);
      throw error;
    }
  };
  const result = last.then(write).catch((error) => {
    // Another tab has changed the goal meanwhile: the same change is applied to the newer version.
    if (!(error instanceof CallError) || error.code !== "stale") throw error;
    return write();
  });
  last = result.catch(() => {});
  return result;
}
