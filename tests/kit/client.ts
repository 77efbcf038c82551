/**
 * The web client without its screens. It keeps what it fetched up to date by pushes alone, with the
 * client's own functions, which compute the new state from the old state and a push.
 */
import { io, type Socket } from "socket.io-client";
import {
  assignments,
  assignmentsById as knownAssignments,
  type AssignmentShelf,
  type Homework,
  homework as homeworkQuery,
  type KnownAssignment,
  onShelf,
  shelf as shelfQuery,
} from "../../client/assignments/state.ts";
import {
  cardOf,
  changedByEntry,
  doubts,
  doubtsById as knownDoubts,
  hasMissingEntries,
  hiddenAfter,
  type HiddenThreads,
  isHiddenAt,
  type KnownDoubt,
  knownIn,
  type KnownThread,
  type Thread,
  threadOf,
  threads as threadQueries,
  withCard,
} from "../../client/doubts/state.ts";
import { type DoubtList, list as listQuery, listed } from "../../client/doubts/list/state.ts";
import type { LiveEvent } from "../../client/kit/net/event-log.ts";
import { type Bell, bell as bellQuery } from "../../client/notifications/state.ts";
import {
  type KnownQuickQuestion,
  quickQuestions as quickQuestionQuery,
} from "../../client/quick-questions/state.ts";
import { type RunList, runListKey, runLists as runQueries } from "../../client/runs/state.ts";
import type { Values } from "../../client/kit/data/live-query.ts";
import type { ListedAssignment } from "../../server/assignments/schema.ts";
import {
  type Doubt,
  type DoubtFilter,
  doubtFilter,
  type ListedDoubt,
} from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { type RunCard, RUNS_KEPT } from "../../server/runs/schema.ts";
import { heldNotes } from "./client_notes.ts";
import type { TestPerson } from "./people.ts";
import { PATIENCE, until } from "./until.ts";

export type Push = { event: string; data: { seq: number } };

export type Client = ReturnType<typeof webClient>;

/** Lists of doubts. Each client holds the first two, and every third of the others. */
const QUERIES: Record<string, string> = {
  "everything": "limit=100",
  "the first page": "limit=3",
  "the second page": "limit=3&page=2",
  "what is new": "status=new&limit=4",
  "what is in review": "status=review&limit=100",
  "what is open": "resolved=false&limit=100",
  "what is resolved": "resolved=true&limit=2",
  "mine": "scope=mine&limit=100",
  "the queue": "order=queue&limit=3",
  "the whole queue": "order=queue&limit=100",
  "homework": "assignmentTag=HW&limit=100",
  "today": "timeframe=today&limit=3",
  "personal": "assignmentTag=personal&limit=100",
  "hard or not": "difficulty=easy&waiting=true&limit=4",
  "by title": "assignmentTitle=o&limit=3",
  "a search": "text=doubt&limit=3",
};

/** The lists without a filter, which each client holds. */
export const UNFILTERED = ["everything", "the first page"];

/**
 * @param server the server to which it connects, each time with a new socket
 * @param me the person whose browser it is
 * @param nth which of the lists it holds
 */
export function webClient(server: { url: string }, me: TestPerson, nth: number) {
  const queries = Object.keys(QUERIES).filter((_, at) => at < 2 || at % 3 === nth % 3);
  const log: Push[] = [];
  /** Every push that arrived, in order of arrival. */
  const received: Push[] = [];
  const lists = new Map<string, DoubtList>();
  const shelves = new Map<string, AssignmentShelf>();
  let cards: Values<KnownDoubt> = {};
  let open: Values<KnownThread> = {};
  let questions: Values<KnownAssignment> = {};
  let hidden: HiddenThreads = {};
  let runs: Values<RunList> = {};
  let homework: Homework = { items: [], isWhole: true, seq: 0, stale: false };
  let bell: Bell = { items: [], seq: 0, stale: false };
  let quick: KnownQuickQuestion = {
    quickQuestion: null,
    own: null,
    staff: null,
    others: [],
    seq: 0,
    stale: false,
  };
  let socket: Socket | null = null;
  let position = 0;
  let isDoubling = false;
  let mustFetch = false;

  function keep(push: Push): void {
    const event = push as LiveEvent;
    const implied = changedByEntry(event, knownIn(cards));
    if (implied) log.push(implied);
    for (const one of implied ? [implied, event] : [event]) apply(one);
  }

  function apply(event: LiveEvent): void {
    for (const [name, list] of lists) lists.set(name, listQuery.apply(list, event, me));
    cards = doubts.apply(cards, event, me);
    open = threadQueries.apply(open, event, me);
    hidden = hiddenAfter(hidden, event, me);
    dropHidden();
    questions = assignments.apply(questions, event, me);
    for (const [name, shelf] of shelves) shelves.set(name, onto(shelf, event));
    homework = homeworkQuery.apply(homework, event, me);
    bell = bellQuery.apply(bell, event, me);
    quick = quickQuestionQuery.apply(quick, event, me);
    runs = runQueries.apply(runs, event, me);
    notes.keep(event);
  }

  const onto = (shelf: AssignmentShelf, event: LiveEvent): AssignmentShelf =>
    shelfQuery.apply(shelf, event, me);

  const close = (id: string): void => {
    const { [id]: _, ...others } = open;
    open = others;
  };

  function dropHidden(): void {
    for (const [id, { seq }] of Object.entries(open)) if (isHiddenAt(hidden, id, seq)) close(id);
  }

  function thread(id: string): Thread | undefined {
    const [kept, known] = [open[id], cards[id]];
    return kept && known && withCard(kept, known, me);
  }

  const threads = (): [string, Thread][] =>
    Object.keys(open).flatMap((id): [string, Thread][] => {
      const known = thread(id);
      return known === undefined ? [] : [[id, known]];
    });

  /** Returns the pushes that arrived while a reply as new as `seq` was pending. */
  const after = (seq: number) => log.filter((push) => push.data.seq > seq) as LiveEvent[];

  function keepCards(rows: readonly ListedDoubt[], seq: number): void {
    const all = doubts.joined(cards, knownDoubts(rows, seq));
    cards = after(seq).reduce((now, one) => doubts.apply(now, one, me), all);
  }

  async function get<T>(path: string): Promise<{ data: T; seq: number } | null> {
    const { status, body, headers } = await me.get(path);
    if (status === 404) return null;
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return { data: body, seq: Number(headers.get("x-seq")) };
  }

  const join = async (doubtId: string) => {
    // The event of an entry tells only what changes on the card.
    if (!(doubtId in cards)) await fetchThread(doubtId);
    return await socket?.timeout(PATIENCE).emitWithAck("watch", { doubtId }).catch(() => null);
  };
  const notes = heldNotes({ me, get, after, join });

  async function fetchList(name: string): Promise<void> {
    const query = QUERIES[name] ?? "";
    const filter: DoubtFilter = doubtFilter.parse(Object.fromEntries(new URLSearchParams(query)));
    const reply = await get<Pick<DoubtList, "sent" | "total"> & { doubts: ListedDoubt[] }>(
      `/doubts/filter-doubts?${query}`,
    );
    if (!reply) throw new Error("a list is always there");
    const { data: { doubts: rows, total, sent }, seq } = reply;
    keepCards(rows, seq);
    const ids = rows.map(({ _id }) => _id);
    const fetched = {
      filter,
      me,
      ids,
      ...(sent && { sent }),
      total,
      seq,
      stale: false,
    };
    const apply = (now: DoubtList, one: LiveEvent) => listQuery.apply(now, one, me);
    lists.set(name, after(seq).reduce(apply, fetched));
  }

  const shelfPaths: Record<string, [AssignmentShelf["of"], string]> = {
    "given out": isStaff(me) ? ["all", "allResource"] : ["general", "general"],
    "to practise": ["all", "practice"],
  };

  async function fetchShelf(name: string): Promise<void> {
    const [of, path] = shelfPaths[name] as [AssignmentShelf["of"], string];
    const reply = await get<ListedAssignment[]>(`/assignments/${path}`);
    if (!reply) throw new Error("a list is always there");
    const { data, seq } = reply;
    const all = assignments.joined(questions, knownAssignments(data, seq));
    questions = after(seq).reduce((now, one) => assignments.apply(now, one, me), all);
    const fetched = { of, ids: data.map(({ _id }) => _id), seq, stale: false };
    shelves.set(name, after(seq).reduce(onto, fetched));
  }

  async function fetchHomework(): Promise<void> {
    const reply = await get<Homework["items"]>("/assignments/home");
    if (!reply) throw new Error("a list is always there");
    const fetched = { items: reply.data, isWhole: true, seq: reply.seq, stale: false };
    const apply = (now: Homework, one: LiveEvent) => homeworkQuery.apply(now, one, me);
    homework = after(reply.seq).reduce(apply, fetched);
  }

  async function fetchBell(): Promise<void> {
    const reply = await get<{ notifications: Bell["items"] }>("/notifications?limit=100");
    if (!reply) throw new Error("a list is always there");
    const fetched = { items: reply.data.notifications, seq: reply.seq, stale: false };
    const apply = (now: Bell, one: LiveEvent) => bellQuery.apply(now, one, me);
    bell = after(reply.seq).reduce(apply, fetched);
  }

  async function fetchQuickQuestion(): Promise<void> {
    const reply = await get<Omit<KnownQuickQuestion, "seq" | "stale">>("/quick-questions/current");
    if (!reply) throw new Error("the answer is always there");
    const fetched = { ...reply.data, seq: reply.seq, stale: false };
    const apply = (now: KnownQuickQuestion, one: LiveEvent) =>
      quickQuestionQuery.apply(now, one, me);
    quick = after(reply.seq).reduce(apply, fetched);
  }

  const runsPath = ({ assignmentId, studentId }: Pick<RunList, "assignmentId" | "studentId">) =>
    `/assignments/${assignmentId}/runs?studentId=${studentId}&limit=${RUNS_KEPT}`;

  async function fetchRuns(of: Pick<RunList, "assignmentId" | "studentId">): Promise<void> {
    const reply = await get<RunCard[]>(runsPath(of));
    if (!reply) throw new Error("a list is always there");
    const { assignmentId, studentId } = of;
    const { data: items, seq } = reply;
    const key = runListKey(assignmentId, studentId);
    const fetched = { [key]: { assignmentId, studentId, items, seq, stale: false } };
    const all = runQueries.joined(runs, fetched);
    runs = after(seq).reduce((now, one) => runQueries.apply(now, one, me), all);
  }

  async function fetchThread(id: string): Promise<void> {
    const reply = await get<Doubt>(`/doubts/${id}`);
    if (reply === null) return close(id);
    const { data, seq } = reply;
    keepCards([cardOf(data)], seq);
    const all = threadQueries.joined(open, { [id]: threadOf(data, seq) });
    open = after(seq).reduce((now, one) => threadQueries.apply(now, one, me), all);
    dropHidden();
  }

  /** Starts to watch a thread, and fetches it again if something may have been missed. */
  async function watch(id: string): Promise<void> {
    const answer = await join(id);
    if (!answer) return;
    if (!answer.ok || answer.seq > (thread(id)?.seq ?? 0)) await fetchThread(id);
  }

  return {
    me,
    received,
    lists,
    shelves,
    thread,
    homework: () => homework,
    position: () => position,

    async connect(): Promise<void> {
      if (socket) return;
      const opened = io(server.url, {
        transports: ["websocket"],
        forceNew: true,
        reconnection: false,
        auth: { token: me.token, since: position === 0 ? undefined : position },
      });
      socket = opened;
      opened.onAny((event: string, data?: { seq?: number }) => {
        if (socket !== opened || data?.seq === undefined) return;
        position = Math.max(position, data.seq);
        if (event !== "ready") {
          const push = { event, data: { ...data, seq: data.seq } };
          received.push(push);
          log.push(push);
          keep(push);
          if (isDoubling) keep(push);
        }
      });
      opened.once("resync", () => mustFetch = true);
      await new Promise<void>((ready, refused) => {
        opened.once("ready", () => ready());
        opened.once("connect_error", refused);
        opened.once("disconnect", () => ready());
      });
      notes.noteConnected();
      const ids = Object.keys(open);
      if (mustFetch) {
        mustFetch = false;
        await this.fetchAll();
        await Promise.all(ids.map(fetchThread));
      }
      await Promise.all(ids.map(watch));
    },

    disconnect(): void {
      socket?.disconnect();
      socket = null;
    },

    /** Delivers some old pushes again, as an unreliable network does. */
    redeliver(from: number, count: number): void {
      for (const push of log.slice(from % (log.length + 1)).slice(0, count)) keep(push);
    },

    /** Holds the list of a student's runs on a question from now on. */
    holdRuns: fetchRuns,
    /** Holds the comments of a place, and a question's rubric, from now on. */
    holdNotes: notes.hold,
    holdRubric: notes.holdRubric,

    double(on: boolean): void {
      isDoubling = on;
    },

    async open(id: string): Promise<void> {
      await Promise.all([fetchThread(id), watch(id)]);
      if (!(id in open)) return;
      await watch(id);
      await notes.hold({ doubtId: id });
    },

    async fetchAll(): Promise<void> {
      log.length = 0;
      open = {};
      const held = Object.values(runs);
      runs = {};
      await Promise.all([
        ...queries.map(fetchList),
        ...Object.keys(shelfPaths).map(fetchShelf),
        ...held.map(fetchRuns),
        notes.fetchAll(),
        fetchHomework(),
        fetchBell(),
        fetchQuickQuestion(),
      ]);
      position = Math.max(position, homework.seq);
    },

    /**
     * Fetches again what a push could not update, as the screens do. @returns the names of the
     * lists that were stale
     */
    async mend(): Promise<string[]> {
      const stale = [...lists, ...shelves].filter(([, { stale }]) => stale).map(([name]) => name);
      const behind = threads().filter(([, one]) => one.stale || hasMissingEntries(one));
      await Promise.all([
        ...stale.map((name) => lists.has(name) ? fetchList(name) : fetchShelf(name)),
        ...behind.map(([id]) => fetchThread(id)),
        ...Object.values(runs).filter((list) => list.stale).map(fetchRuns),
        ...bell.stale ? [fetchBell()] : [],
        ...quick.stale ? [fetchQuickQuestion()] : [],
      ]);
      // A screen loads a thread's comments after the thread.
      await notes.mend(threads().map(([id]) => id));
      return stale;
    },

    /** Waits until this client has received everything up to this position in the log. */
    async until(seq: number): Promise<void> {
      await until(() => position >= seq, `${me.name} hears of ${seq}`);
    },

    /** Returns the known state beside the freshly fetched one: they must be equal. */
    async compare(): Promise<{ what: string; known: unknown; fresh: unknown }[]> {
      const compared = [
        ...Array.from(lists, async ([name, list]) => ({
          what: `${me.name}: ${name}`,
          known: {
            doubts: listed(list, cards),
            total: list.total,
            ...(list.sent && { sent: list.sent }),
          },
          fresh: (await me.get(`/doubts/filter-doubts?${QUERIES[name]}`)).body,
        })),
        ...Array.from(shelves, async ([name, shelf]) => ({
          what: `${me.name}: ${name}`,
          known: onShelf(shelf, questions),
          fresh: (await me.get(`/assignments/${shelfPaths[name]?.[1]}`)).body,
        })),
        ...threads().map(async ([id, { doubt }]) => ({
          what: `${me.name}: the thread`,
          known: doubt,
          fresh: asPushed((await me.get(`/doubts/${id}`)).body, doubt),
        })),
        ...Object.values(runs).map(async (list) => ({
          what: `${me.name}: runs`,
          known: list.items,
          fresh: (await me.get(runsPath(list))).body,
        })),
        ...notes.compare(),
        me.get("/notifications?limit=100").then(({ body }) => ({
          what: `${me.name}: the bell`,
          known: bell.items,
          fresh: body.notifications,
        })),
        me.get("/quick-questions/current").then(({ body }) => ({
          what: `${me.name}: the quick question`,
          known: {
            quickQuestion: quick.quickQuestion,
            own: quick.own,
            staff: quick.staff,
            others: quick.others,
          },
          fresh: body,
        })),
        me.get("/assignments/home").then(({ body }) => ({
          what: `${me.name}: homework on the home page`,
          known: homework.items,
          fresh: body,
        })),
      ];
      return await Promise.all(compared);
    },
  };
}

/** A fresh thread, where pushed entries have no text as written, like the known ones. */
export function asPushed(fresh: Doubt, known: Doubt): Doubt {
  const pushed = new Set(
    known.conversation.filter((entry) => !("message" in entry)).map(({ _id }) => _id),
  );
  const conversation = fresh.conversation.map(({ message = "", ...entry }) =>
    pushed.has(entry._id) ? entry : { ...entry, message }
  );
  return { ...fresh, conversation };
}
