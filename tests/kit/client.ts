/**
 * The web client without its screens: what it fetched, kept fresh by pushes alone, with its own
 * functions from what was known and what was pushed to what is known now.
 */
import { io, type Socket } from "socket.io-client";
import {
  type AssignmentPush,
  type Homework,
  isAssignmentPush,
  keepHomework,
  keepOnShelf,
  type Shelf,
} from "../../client/assignments/state.ts";
import {
  type DoubtList,
  type DoubtPush,
  isBehind,
  isDoubtPush,
  keepHidden,
  keepInList,
  keepInThread,
  keepThread,
  type Thread,
} from "../../client/doubts/state.ts";
import { type Hidden, isHiddenAt } from "../../client/kit/hidden.ts";
import { practiceQuery } from "../../server/assignments/schema.ts";
import { ceilingOf } from "../../server/doubts/policy.ts";
import { type DoubtFilter, doubtFilter } from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/roles.ts";
import type { TestPerson } from "./people.ts";

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
};

/**
 * @param server where it connects, each time anew
 * @param me whose browser it is
 * @param nth which of the lists it holds
 */
export function webClient(server: { url: string }, me: TestPerson, nth: number) {
  const queries = Object.keys(QUERIES).filter((_, at) => at < 2 || at % 3 === nth % 3);
  const log: Push[] = [];
  /** Everything that came, in the order in which it came. */
  const received: Push[] = [];
  const lists = new Map<string, DoubtList>();
  const shelves = new Map<string, Shelf>();
  const threads = new Map<string, Thread>();
  let hidden: Hidden = {};
  let homework: Homework = { items: [], seq: 0 };
  let socket: Socket | null = null;
  let position = 0;
  let isDoubling = false;
  let mustFetch = false;
  const waiting = new Set<() => void>();

  function keep(push: Push): void {
    if (isDoubtPush(push)) keepDoubt(push as DoubtPush);
    if (isAssignmentPush(push)) keepAssignment(push as AssignmentPush);
  }

  function keepDoubt(push: DoubtPush): void {
    for (const [name, list] of lists) lists.set(name, keepInList(list, push));
    for (const [id, thread] of threads) threads.set(id, keepInThread(thread, push));
    hidden = keepHidden(hidden, push, me);
    dropHidden();
  }

  function dropHidden(): void {
    for (const [id, thread] of threads) if (isHiddenAt(hidden, id, thread.seq)) threads.delete(id);
  }

  function keepAssignment(push: AssignmentPush): void {
    for (const [name, shelf] of shelves) shelves.set(name, keepOnShelf(shelf, push, me));
    homework = keepHomework(homework, push);
  }

  /** Pushes that came while a reply as fresh as `seq` was under way. */
  const after = (seq: number) => log.filter((push) => push.data.seq > seq);

  async function get<T>(path: string): Promise<{ data: T; seq: number } | null> {
    const { status, body, headers } = await me.get(path);
    if (status === 404) return null;
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return { data: body, seq: Number(headers.get("x-seq")) };
  }

  async function fetchList(name: string): Promise<void> {
    const query = QUERIES[name] ?? "";
    const filter: DoubtFilter = doubtFilter.parse(Object.fromEntries(new URLSearchParams(query)));
    const reply = await get<Pick<DoubtList, "doubts" | "total">>(`/doubts/filter-doubts?${query}`);
    if (!reply) throw new Error("a list is always there");
    const fetched = {
      filter,
      me,
      ceiling: ceilingOf(filter, me),
      ...reply.data,
      seq: reply.seq,
      stale: false,
    };
    lists.set(name, after(reply.seq).filter(isDoubtPush).reduce<DoubtList>(keepInList, fetched));
  }

  const practice = (query: string): [Shelf["of"], string] => [
    practiceQuery.parse(Object.fromEntries(new URLSearchParams(query))),
    `practice?${query}`,
  ];
  const shelfPaths: Record<string, [Shelf["of"], string]> = {
    "given out": isStaff(me) ? ["all", "allResource"] : ["general", "general"],
    "to practise": practice(""),
    "unanswered": practice("responseStatus=not+attempted"),
    "classwork": practice("assignmentTag=CW"),
  };

  async function fetchShelf(name: string): Promise<void> {
    const [of, path] = shelfPaths[name] as [Shelf["of"], string];
    const reply = await get<Shelf["items"]>(`/assignments/${path}`);
    if (!reply) throw new Error("a list is always there");
    const fetched = { of, items: reply.data, seq: reply.seq, stale: false };
    const pushes = after(reply.seq).filter(isAssignmentPush);
    shelves.set(name, pushes.reduce<Shelf>((shelf, push) => keepOnShelf(shelf, push, me), fetched));
  }

  async function fetchHomework(): Promise<void> {
    const reply = await get<Homework["items"]>("/assignments/home");
    if (!reply) throw new Error("a list is always there");
    const fetched = { items: reply.data, seq: reply.seq };
    homework = after(reply.seq).filter(isAssignmentPush).reduce<Homework>(keepHomework, fetched);
  }

  async function fetchThread(id: string): Promise<void> {
    const reply = await get<Thread["doubt"]>(`/doubts/${id}`);
    if (reply === null) {
      threads.delete(id);
      return;
    }
    const kept = keepThread(threads.get(id), reply.data, reply.seq);
    threads.set(id, after(reply.seq).filter(isDoubtPush).reduce<Thread>(keepInThread, kept));
    dropHidden();
  }

  /** Watches it from here on, and fetches it again if something may have been missed. */
  async function watch(id: string): Promise<void> {
    const answer = await socket?.timeout(5000).emitWithAck("watch", { doubtId: id })
      .catch(() => null);
    if (!answer) return;
    if (!answer.ok || answer.seq > (threads.get(id)?.seq ?? 0)) await fetchThread(id);
  }

  return {
    me,
    received,
    lists,
    shelves,
    threads,
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
          // Of this a screen fetches what it shows: a thread, whose card says that an entry is missing.
          if (!("omitted" in data)) {
            log.push(push);
            keep(push);
            if (isDoubling) keep(push);
          }
        }
        for (const look of waiting) look();
      });
      opened.once("resync", () => mustFetch = true);
      await new Promise<void>((ready, refused) => {
        opened.once("ready", () => ready());
        opened.once("connect_error", refused);
        opened.once("disconnect", () => ready());
      });
      const open = Array.from(threads.keys());
      if (mustFetch) {
        mustFetch = false;
        await this.fetchAll();
        await Promise.all(open.map(fetchThread));
      }
      await Promise.all(open.map(watch));
    },

    disconnect(): void {
      socket?.disconnect();
      socket = null;
    },

    /** The network hands over some old pushes again. */
    redeliver(from: number, count: number): void {
      for (const push of log.slice(from % (log.length + 1)).slice(0, count)) keep(push);
    },

    double(on: boolean): void {
      isDoubling = on;
    },

    async open(id: string): Promise<void> {
      await Promise.all([fetchThread(id), watch(id)]);
      if (!threads.has(id)) return;
      await watch(id);
    },

    async fetchAll(): Promise<void> {
      log.length = 0;
      threads.clear();
      await Promise.all([
        ...queries.map(fetchList),
        ...Object.keys(shelfPaths).map(fetchShelf),
        fetchHomework(),
      ]);
      position = Math.max(position, homework.seq);
    },

    /** Fetches again what a push could not decide, as the screens do. Returns what that was. */
    async mend(): Promise<string[]> {
      const stale = [...lists, ...shelves].filter(([, { stale }]) => stale).map(([name]) => name);
      const behind = Array.from(threads.entries()).filter(([, thread]) => isBehind(thread));
      await Promise.all([
        ...stale.map((name) => lists.has(name) ? fetchList(name) : fetchShelf(name)),
        ...behind.map(([id]) => fetchThread(id)),
      ]);
      return stale;
    },

    /** Waits until it has been told everything up to this place in the log. */
    async until(seq: number): Promise<void> {
      if (position >= seq) return;
      await new Promise<void>((done, fail) => {
        const timer = setTimeout(() => fail(new Error(`${me.name} never heard of ${seq}`)), 10_000);
        const look = () => {
          if (position < seq) return;
          clearTimeout(timer);
          waiting.delete(look);
          done();
        };
        waiting.add(look);
      });
    },

    /** What is known beside what is fetched now: they must be the same. */
    async compare(): Promise<{ what: string; known: unknown; fresh: unknown }[]> {
      const compared = [
        ...Array.from(lists, async ([name, { doubts, total }]) => ({
          what: `${me.name}: ${name}`,
          known: { doubts, total },
          fresh: (await me.get(`/doubts/filter-doubts?${QUERIES[name]}`)).body,
        })),
        ...Array.from(shelves, async ([name, { items }]) => ({
          what: `${me.name}: ${name}`,
          known: items,
          fresh: (await me.get(`/assignments/${shelfPaths[name]?.[1]}`)).body,
        })),
        ...Array.from(threads, async ([id, { doubt }]) => ({
          what: `${me.name}: the thread`,
          known: doubt,
          fresh: (await me.get(`/doubts/${id}`)).body,
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
