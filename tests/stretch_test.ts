/** The newest part of a long list: what was fetched and pushed is what a fresh fetch would give. */
import { deepStrictEqual as equals } from "node:assert/strict";
import fc from "fast-check";
import { drop, extend, newestFirst, nextPage, put, type Stretch } from "../client/kit/stretch.ts";

const SIZE = 3;

interface Row {
  _id: string;
  createdAt: string;
  version: number;
}

/** The server: all rows, newest first, read by the page. */
class Server {
  rows: Row[] = [];
  page = (page: number): Row[] => this.rows.slice((page - 1) * SIZE, page * SIZE);

  save(row: Row): Row {
    this.rows = [...this.rows.filter(({ _id }) => _id !== row._id), row].sort(newestFirst);
    return row;
  }

  delete(id: string): void {
    this.rows = this.rows.filter(({ _id }) => _id !== id);
  }
}

const make = (at: number): Row => ({
  _id: `id ${String(at).padStart(3, "0")}`,
  createdAt: `2026-01-01T00:00:${String(Math.floor(at / 2) % 60).padStart(2, "0")}.000Z`,
  version: 1,
});

const steps = fc.array(
  fc.record({
    what: fc.constantFrom("create", "edit", "delete", "older"),
    which: fc.nat(),
  }),
  { maxLength: 40 },
);

function more(known: Stretch<Row> | null, page: Row[]): Stretch<Row> {
  return extend(known, page, { size: SIZE, order: newestFirst });
}

Deno.test("a stretch is the beginning of the server's list, whatever happened to it", () => {
  fc.assert(
    fc.property(fc.nat({ max: 12 }), steps, (begin, steps) => {
      const server = new Server();
      let made = 0;
      const create = () => server.save(make(made++));
      for (let count = 0; count < begin; count++) create();
      let known = more(null, server.page(1));
      for (const { what, which } of steps) {
        const row = server.rows[which % Math.max(1, server.rows.length)];
        if (what === "older") known = more(known, server.page(nextPage(known, SIZE)));
        else if (what === "create") known = put(known, create(), newestFirst);
        else if (row !== undefined && what === "edit") {
          known = put(known, server.save({ ...row, version: row.version + 1 }), newestFirst);
        } else if (row !== undefined) {
          server.delete(row._id);
          known = drop(known, row._id);
        }
        equals(known.items, server.rows.slice(0, known.items.length));
        if (known.isWhole) equals(known.items.length, server.rows.length);
      }
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("a row behind the known ones stays behind them, also when all of those are deleted", () => {
  const server = new Server();
  for (let at = 0; at < 5; at++) server.save(make(at));
  const known = more(null, server.page(1));
  const emptied = known.items.reduce((all, { _id }) => drop(all, _id), known);
  equals(put(emptied, { ...make(0), version: 2 }, newestFirst).items, []);
  equals(put(emptied, make(5), newestFirst).items, [make(5)]);
});

Deno.test("an older version neither replaces a newer one nor moves it", () => {
  const known = more(null, [make(2), make(1)]);
  const edited = put(known, { ...make(1), version: 3 }, newestFirst);
  equals(put(edited, { ...make(1), version: 2 }, newestFirst), edited);
});

Deno.test("reading on to the end finds every row once", () => {
  const server = new Server();
  for (let at = 0; at < 10; at++) server.save(make(at));
  let known = more(null, server.page(1));
  while (!known.isWhole) known = more(known, server.page(nextPage(known, SIZE)));
  equals(known.items, server.rows);
});
