/**
 * A live list: fetched pages and pushed events give what a fresh fetch gives.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { atom } from "jotai/vanilla";
import {
  type LiveList,
  liveList,
  newestFirst,
  nextPage,
  type Page,
  placeRow,
  withPage,
} from "../client/kit/data/live-list.ts";
import { store } from "../client/kit/net/store.ts";
import { checkProperty } from "./kit/random.ts";

const SIZE = 5;

interface Row {
  _id: string;
  createdAt: string;
  version: number;
}

type Push = { seq: number } & ({ saved: Row } | { deleted: string });

/** A model of the server: all rows, newest first, read by the page, and a log of its changes. */
class Server {
  rows: Row[] = [];
  log: Push[] = [];
  page = ({ page, limit }: Page): Row[] => this.rows.slice((page - 1) * limit, page * limit);

  save(row: Row): void {
    this.rows = [...this.rows.filter(({ _id }) => _id !== row._id), row].sort(newestFirst);
    this.log.push({ seq: this.log.length + 1, saved: row });
  }

  delete(id: string): void {
    this.rows = this.rows.filter(({ _id }) => _id !== id);
    this.log.push({ seq: this.log.length + 1, deleted: id });
  }
}

const make = (at: number): Row => ({
  _id: `id ${String(at).padStart(3, "0")}`,
  createdAt: `2026-01-01T00:00:${String(Math.floor(at / 2) % 60).padStart(2, "0")}.000Z`,
  version: 1,
});

const saved = (known: LiveList<Row>, row: Row) =>
  placeRow(known, { id: row._id, row, order: newestFirst });
const deleted = (known: LiveList<Row>, id: string) =>
  placeRow(known, { id, row: null, order: newestFirst });
const keep = (known: LiveList<Row>, push: Push): LiveList<Row> =>
  "saved" in push ? saved(known, push.saved) : deleted(known, push.deleted);

/**
 * A pending call: its page, the least sequence number of its reply, and the rows once it is read.
 */
interface Call {
  page: Page;
  seq: number;
  rows?: Row[];
}

const firstPage = (limit: number): Page => ({ page: 1, limit });

const more = (known: LiveList<Row> | null, data: Row[], page = firstPage(SIZE)) =>
  withPage(known, { data, seq: 0, ...page }, newestFirst);

/** A model of a screen: the rows that it knows, its position in the log, and its pending calls. */
class Screen {
  known: LiveList<Row>;
  heard: number;
  calls: Call[] = [];

  constructor(readonly server: Server) {
    this.known = more(null, server.page(firstPage(SIZE)));
    this.heard = server.log.length;
  }

  hear(): void {
    const push = this.server.log[this.heard];
    if (push === undefined) return;
    this.known = keep(this.known, push);
    this.heard++;
  }

  ask(page: Page): void {
    this.calls.push({ page, seq: this.server.log.length });
  }

  /**
   * The server reads the rows for the oldest unread call. It may be ahead of this screen's
   * position.
   */
  read(): void {
    const call = this.calls.find(({ rows }) => rows === undefined);
    if (call !== undefined) call.rows = this.server.page(call.page);
  }

  receive(): void {
    const call = this.calls.shift();
    if (call === undefined) return;
    const { page, seq, rows = this.server.page(page) } = call;
    const fetched = more(page.page === 1 ? null : this.known, rows, page);
    this.known = this.server.log.slice(seq, this.heard).reduce(keep, fetched);
  }

  /**
   * Checks that no row is there twice, and that the list is right once all changes have arrived,
   * unless it is fetched again.
   */
  check(): void {
    const { items, isWhole, stale } = this.known;
    equals(new Set(items.map(({ _id }) => _id)).size, items.length, "a row twice");
    if (stale || this.heard < this.server.log.length) return;
    equals(items, this.server.rows.slice(0, items.length));
    if (isWhole) equals(items.length, this.server.rows.length);
  }
}

const steps = fc.array(
  fc.record({
    what: fc.constantFrom("create", "edit", "delete", "hear", "older", "afresh", "read", "receive"),
    which: fc.nat(),
  }),
  { maxLength: 40 },
);

Deno.test("the known rows are always the beginning of the server's list", async () => {
  await checkProperty(
    "the known rows are the beginning of the list",
    fc.property(fc.nat({ max: 15 }), steps, (begin, steps) => {
      const server = new Server();
      let made = 0;
      const create = () => server.save(make(made++));
      for (let count = 0; count < begin; count++) create();
      const screen = new Screen(server);
      for (const { what, which } of steps) {
        const row = server.rows[which % Math.max(1, server.rows.length)];
        if (what === "create") create();
        else if (what === "older") screen.ask(nextPage(screen.known.items.length, SIZE));
        else if (what === "afresh") screen.ask(firstPage(SIZE));
        else if (what === "edit" && row) server.save({ ...row, version: row.version + 1 });
        else if (what === "delete" && row) server.delete(row._id);
        else if (what === "hear" || what === "read" || what === "receive") screen[what]();
        screen.check();
      }
      while (screen.heard < server.log.length) screen.hear();
      screen.check();
      while (screen.calls.length > 0) screen.receive();
      screen.check();
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("a row behind the known ones is not added, and without known rows the list is fetched again", () => {
  const server = new Server();
  for (let at = 0; at < 7; at++) server.save(make(at));
  const known = more(null, server.page(firstPage(SIZE)));
  equals(saved(known, { ...make(0), version: 2 }), known);
  const emptied = known.items.reduce((all, { _id }) => deleted(all, _id), known);
  // Where the list ends, only the server can tell.
  equals(saved(emptied, { ...make(0), version: 2 }), { ...emptied, stale: true });
});

Deno.test("an older version of a row neither replaces nor moves a newer one", () => {
  const known = more(null, [make(2), make(1)]);
  const edited = saved(known, { ...make(1), version: 3 });
  equals(saved(edited, { ...make(1), version: 2 }), edited);
});

Deno.test("every page overlaps the known rows, and ends behind them", () => {
  for (const size of [20, 24, 100]) {
    for (let count = 1; count <= 1400; count++) {
      const { page, limit } = nextPage(count, size);
      const [from, to] = [(page - 1) * limit, page * limit];
      ok(
        limit <= size && from < count && to >= count + Math.floor(size / 4),
        `${count} by ${size}`,
      );
    }
  }
});

Deno.test("a list that is fetched anew reaches as far as the rows that are known by then", async () => {
  const server = new Server();
  for (let at = 0; at < 20; at++) server.save(make(at));
  const at = atom<LiveList<Row> | null>(null);
  const known = liveList({ atom: at, order: newestFirst, rows: {} });
  /** @param counts how many rows are known after each request */
  const fetched = async (...counts: number[]) => {
    await known.load({
      size: SIZE,
      fetch({ page, limit }) {
        const items = server.rows.slice(0, counts.shift() ?? 12);
        store.set(at, { items, isWhole: false, seq: 1, stale: false });
        const from = (Number(page) - 1) * Number(limit);
        return Promise.resolve({ data: server.rows.slice(from, from + Number(limit)), seq: 1 });
      },
    });
    const list = store.get(at) as LiveList<Row>;
    equals(list.items, server.rows.slice(0, list.items.length));
    return list;
  };
  is((await fetched(0)).items.length, SIZE);
  ok((await fetched(12)).items.length >= 12);
  // A page of older rows has arrived during the second request.
  ok((await fetched(7, 12)).items.length >= 12);
  is((await fetched(...Array.from({ length: 20 }, () => 20))).items.length, 20);
});
