/** The comments on lines, proposed changes and rubrics that a web client without its screens holds. */
import { type KnownNotes, notes as noteQueries, threadKey } from "../../client/comments/state.ts";
import type { LiveEvent } from "../../client/kit/net/event-log.ts";
import { markStale, type Values } from "../../client/kit/data/live-query.ts";
import { type KnownRubric, rubrics as rubricQueries } from "../../client/rubrics/state.ts";
import type { LineNotes, PlaceQuery } from "../../server/comments/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import type { Rubric } from "../../server/rubrics/schema.ts";
import type { TestPerson } from "./people.ts";

interface Options {
  me: TestPerson;
  /** Fetches; null when it does not exist for this person. */
  get: <T>(path: string) => Promise<{ data: T; seq: number } | null>;
  /** Returns the pushes that arrived while a reply as new as `seq` was pending. */
  after: (seq: number) => LiveEvent[];
  /** Joins a thread's room, and waits for the answer. */
  join: (doubtId: string) => Promise<unknown>;
}

const without = <T>(all: Values<T>, key: string): Values<T> => {
  const { [key]: _, ...others } = all;
  return others;
};

/** Without the values that only say how fresh it is. */
const contentOf = ({ comments, proposals }: LineNotes): LineNotes => ({ comments, proposals });

export function heldNotes({ me, get, after, join }: Options) {
  let notes: Values<KnownNotes> = {};
  let rubrics: Values<KnownRubric> = {};

  const pathOf = (place: PlaceQuery) => `/comments?${new URLSearchParams(place)}`;
  const rubricPath = (id: string) => `/assignments/${id}/rubric`;

  async function hold(place: PlaceQuery): Promise<void> {
    const key = threadKey(place);
    // As in client/comments/actions.ts: classmates are told only what is written from then on.
    if ("doubtId" in place && !isStaff(me)) await join(place.doubtId);
    const reply = await get<LineNotes>(pathOf(place));
    if (reply === null) return void (notes = without(notes, key));
    const { data, seq } = reply;
    const fetched = { [key]: { place, ...data, resyncs: 0, seq, stale: false } };
    const all = noteQueries.joined(notes, fetched);
    notes = after(seq).reduce((now, one) => noteQueries.apply(now, one, me), all);
  }

  async function holdRubric(id: string): Promise<void> {
    const reply = await get<Rubric>(rubricPath(id));
    if (reply === null) return void (rubrics = without(rubrics, id));
    const { data, seq } = reply;
    const all = rubricQueries.joined(rubrics, { [id]: { ...data, seq, stale: false } });
    rubrics = after(seq).reduce((now, one) => rubricQueries.apply(now, one, me), all);
  }

  return {
    hold,
    holdRubric,

    keep(event: LiveEvent): void {
      notes = noteQueries.apply(notes, event, me);
      rubrics = rubricQueries.apply(rubrics, event, me);
    },

    /** A learner may have missed comments in threads while the connection was lost. */
    noteConnected(): void {
      if (isStaff(me)) return;
      for (const [key, one] of Object.entries(notes)) {
        if ("doubtId" in one.place) notes = { ...notes, [key]: markStale(one) };
      }
    },

    async fetchAll(): Promise<void> {
      const [places, ids] = [Object.values(notes).map(({ place }) => place), Object.keys(rubrics)];
      [notes, rubrics] = [{}, {}];
      await Promise.all([...places.map(hold), ...ids.map(holdRubric)]);
    },

    /** Fetches what is stale, and the notes of these threads if they are not known. */
    async mend(threads: readonly string[]): Promise<void> {
      const stale = Object.values(notes).filter(({ stale }) => stale).map(({ place }) => place);
      const missing = threads.filter((id) => !(id in notes)).map((doubtId) => ({ doubtId }));
      await Promise.all([...stale, ...missing].map(hold));
    },

    /** Returns the known state beside the freshly fetched one. */
    compare: (): Promise<{ what: string; known: unknown; fresh: unknown }>[] => [
      ...Object.values(notes).map(async (one) => ({
        what: `${me.name}: the notes of ${JSON.stringify(one.place)}`,
        known: contentOf(one),
        fresh: (await me.get(pathOf(one.place))).body,
      })),
      ...Object.entries(rubrics).map(async ([id, { seq: _, stale: __, ...known }]) => ({
        what: `${me.name}: a rubric`,
        known,
        fresh: (await me.get(rubricPath(id))).body,
      })),
    ],
  };
}
