/** The calls of the About page, and keeping what came back. */
import type { About, AboutInput } from "../../server/about/schema.ts";
import { api, call, Failed } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { store } from "../kit/store.ts";
import { keepAbout, teamAtom } from "./state.ts";

export async function loadAbout(signal: AbortSignal): Promise<void> {
  const { data } = await call(api.about.$get({}, { init: { signal } }));
  store.set(keepAbout, data);
}

export async function loadTeam(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.users.menters.$get({}, { init: { signal } }));
  const moves = pushesAfter(seq).filter(({ event }) => event === "team.changed");
  store.set(teamAtom, { members: data, seq, movedAt: moves.at(-1)?.data.seq ?? 0 });
}

/** @throws Failed 409 `stale`; the newer one is then known */
export async function saveAbout(json: AboutInput): Promise<void> {
  try {
    store.set(keepAbout, (await call(api.about.$put({ json }))).data);
  } catch (error) {
    if (error instanceof Failed && error.code === "stale") {
      store.set(keepAbout, error.body.current as About);
    }
    throw error;
  }
}
