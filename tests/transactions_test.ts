/** Transactions share round trips and connections, and survive lost connections. */
import { deepStrictEqual as equals, rejects, strictEqual as is } from "node:assert/strict";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { connect, type Database } from "../server/kit/db/database.ts";
import { asUnavailable } from "../server/kit/db/failures.ts";
import { countTrips } from "./bench/kit/proxy.ts";
import { emptyDatabase } from "./kit/postgres.ts";
import { PATIENCE } from "./kit/until.ts";

/** Runs the work with a table of one column, and by default a single connection. */
async function withTable(work: (database: Database, url: string) => Promise<void>, max = 1) {
  const { url, drop } = await emptyDatabase();
  const database = connect(url, { max });
  try {
    await database.sql`create table marks (mark int unique deferrable initially deferred)`;
    await work(database, url);
  } finally {
    await database.close();
    await drop();
  }
}

const add = (mark: number | string) => sql`insert into marks values (${mark}::int)`;
const marks = async ({ sql }: Database) =>
  (await sql<{ mark: number }[]>`select mark from marks order by mark`).map(({ mark }) => mark);

Deno.test("statements that are sent together run in order and atomically", async () => {
  await withTable(async (database) => {
    const seen = await database.db.transaction(async (tx) => {
      const [, , rows] = await Promise.all([
        tx.execute(add(1)),
        tx.execute(add(2)),
        tx.execute(sql`select count(*)::int as count from marks`),
      ]);
      return rows[0]?.count;
    });
    is(seen, 2);
    await rejects(
      database.db.transaction(async (tx) => {
        await tx.execute(add(3));
        throw new Error("changed my mind");
      }),
      /changed my mind/,
    );
    await rejects(
      database.db.transaction((tx) => Promise.all([tx.execute(add(4)), tx.execute(add("x"))])),
      ({ cause }) => cause.code === "22P02",
    );
    equals(await marks(database), [1, 2]);
  });
});

Deno.test("a transaction takes only the round trips that its work waits for", async () => {
  await withTable(async (direct, url) => {
    using proxy = countTrips(url);
    const database = connect(proxy.url, { max: 1 });
    const write = () =>
      database.db.transaction(async (tx) => {
        await Promise.all([tx.execute(add(1)), tx.execute(sql`delete from marks`)]);
      });
    // The first time, each statement costs a round trip more, to be described.
    await write();
    const before = proxy.trips();
    await write();
    // With one for the begin, and one for the commit.
    is(proxy.trips() - before, 3);
    await database.close();
    equals(await marks(direct), []);
  });
});

Deno.test("a connection that is lost in a transaction gives 503, and the next transaction works", async () => {
  await withTable(async (database, url) => {
    const other = connect(url, { max: 1 });
    const end = (pid: unknown) => other.sql`select pg_terminate_backend(${pid as number})`;
    for (const isBetween of [true, false]) {
      const cut = database.db.transaction(async (tx) => {
        const [row] = await tx.execute(sql`select pg_backend_pid() as pid`);
        await tx.execute(add(1));
        const waits = isBetween ? Promise.resolve() : tx.execute(sql`select pg_sleep(10)`);
        await Promise.all([waits, end(row?.pid)]);
        await new Promise((done) => setTimeout(done, 100));
        return await tx.execute(add(2));
      });
      await rejects(cut, (error) => asUnavailable(error)?.status === 503);
      // postgres.js reports the server's message about an ended idle connection to the next
      // statement.
      equals(await marks(database).catch(() => marks(database)), []);
    }
    // Its own connection is not lost: it rolls back, and is used again.
    const elsewhere = database.db.transaction(async (tx) => {
      await tx.execute(add(4));
      throw Object.assign(new Error("Redis is away."), { code: "ECONNREFUSED" });
    });
    await rejects(elsewhere, /Redis is away/);
    await database.db.transaction((tx) => tx.execute(add(3)));
    equals(await marks(database), [3]);
    await other.close();
  });
});

Deno.test("a statement that is given up after its timeout, or in a deadlock, gives 503", async () => {
  await withTable(async (database) => {
    await database.sql`insert into marks values (1), (2)`;
    const busy = { status: 503, code: "unavailable", details: { retryAfter: 2 } };
    const expectBusy = (error: unknown) => {
      const { status, code, details } = asUnavailable(error) ?? {};
      equals({ status, code, details }, busy);
    };
    const slow = database.db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 20`);
      await tx.execute(sql`select pg_sleep(60)`);
    });
    expectBusy(await slow.then(() => null, (error) => error));

    const bothHold = Promise.withResolvers<void>();
    let holding = 0;
    const lockBoth = (first: number, second: number) =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select from marks where mark = ${first} for update`);
        if (++holding === 2) bothHold.resolve();
        await bothHold.promise;
        await tx.execute(sql`select from marks where mark = ${second} for update`);
      });
    const ended = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)]);
    const [given] = ended.filter(({ status }) => status === "rejected");
    is(ended.filter(({ status }) => status === "fulfilled").length, 1);
    expectBusy(given?.status === "rejected" && given.reason);
  }, 2);
});

Deno.test("a statement that is sent after its transaction ended is refused", async () => {
  await withTable(async (database) => {
    let late: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await tx.execute(add(1));
      late = new Promise((done) => setTimeout(done, 50)).then(() => tx.execute(add(2)));
      late.catch(() => {});
    });
    await rejects(late, ({ cause }) => cause.message === "The transaction is over.");
    equals(await marks(database), [1]);
  });
});

Deno.test("many concurrent transactions share few connections, and none waits for ever", async () => {
  await withTable(async (database) => {
    const each = Array.from(
      { length: 200 },
      (_, mark) =>
        mark % 2 === 0
          ? database.db.transaction(async (tx) => {
            await tx.execute(add(mark));
          })
          : database.db.execute(add(mark)),
    );
    await Promise.all(each);
    equals((await marks(database)).length, 200);
    equals(database.pool(), { size: 3, busy: 0, waiting: 0 });
  }, 3);
});

Deno.test("a transaction has its connection to itself, however much is sent there before its begin", async () => {
  await withTable(async (database) => {
    const failed: string[] = [];
    let added = 0;
    /** Sends the statements and a transaction in the same tick, so that they share connections. */
    const fill = async (many: number) => {
      const before = Array.from({ length: many }, () => database.sql`select 1`.execute());
      const work = database.db.transaction((tx) => tx.execute(add(added += 1)))
        .catch((error) => failed.push(`${many}: ${error}`));
      await Promise.all([...before, work]);
    };
    await Promise.all([fill(0), fill(0)]);
    // postgres.js puts at most a hundred statements on a connection by default.
    for (let many = 190; many <= 210; many++) await fill(many);
    equals(failed, []);
    is((await marks(database)).length, added);
    const [open] = await database.sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    is(open?.count, 0);
  }, 2);
});

/** PostgreSQL's message that it ends the connection. */
const ADMIN_SHUTDOWN = "E\0\0\0\x27SFATAL\0VFATAL\0C57P01\0Mterminating\0\0";

/**
 * Passes everything on to PostgreSQL. `cut` ends all connections, with a reset if so wanted.
 * @param fatal a part of a statement: the first connection that sends it ends as when PostgreSQL dies
 */
async function cuttableProxy(url: string, fatal?: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  /** Those that have sent something, or were cut. */
  const begun = new Set<Socket>();
  let silent = 0;
  const proxy = createServer((client) => {
    const server = createConnection(Number(port), hostname);
    open.add(client);
    client.on("close", () => silent += begun.has(client) ? 0 : 1);
    client.on("data", (sent) => {
      begun.add(client);
      if (fatal === undefined || !sent.includes(fatal)) return;
      fatal = undefined;
      client.end(ADMIN_SHUTDOWN);
      server.destroy();
    });
    client.pipe(server).pipe(client);
    for (const [one, other] of [[client, server], [server, client]] as const) {
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(client);
        other.destroy();
      });
    }
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  const address = proxy.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { host: `127.0.0.1:${address.port}` }).href,
    cut: (isReset: boolean) => {
      for (const client of open) {
        begun.add(client);
        isReset ? client.resetAndDestroy() : client.destroy();
      }
    },
    /** How many clients sent nothing before they gave up. */
    silent: () => silent,
    close: () => proxy.close(),
  };
}

/** Fails instead of waiting for ever. */
const settled = async (statements: Promise<unknown>[]) => {
  let timer;
  const never = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error("a statement is never answered")), PATIENCE);
  });
  await Promise.race([Promise.allSettled(statements), never]);
  clearTimeout(timer);
};

Deno.test("whenever connections are cut, their statements fail, and the next ones are answered", async () => {
  await withTable(async (_, url) => {
    const proxy = await cuttableProxy(url);
    const database = connect(proxy.url, { max: 2 });
    const begun = <T>(work: PromiseLike<T>): Promise<T> => {
      const statement = Promise.resolve(work);
      // It may fail before anybody waits for it.
      statement.catch(() => {});
      return statement;
    };
    const read = () => begun(database.db.execute(sql`select 1`));
    for (let round = 0; round < 12; round++) {
      const some: Promise<unknown>[] = Array.from({ length: 4 }, read);
      some.push(begun(database.db.transaction((tx) => tx.execute(sql`select pg_sleep(0.005)`))));
      const cut = () => proxy.cut(round % 2 === 0);
      if (round % 5 === 0) cut();
      else setTimeout(cut, Math.random() * 15);
      // Until after the cut, statements come in nearly every turn of the event loop.
      for (let nth = 0; nth < 60; nth++) {
        await new Promise((done) => nth % 4 === 0 ? setTimeout(done) : setImmediate(done));
        some.push(read());
      }
      await settled(some);
      // Also those that come while it connects again.
      await settled([read(), read(), read()]);
    }
    await read().catch(read);
    await database.close();
    is(proxy.silent(), 0);
    proxy.close();
  });
});

Deno.test("a connection that is lost while it begins does not end the process", async () => {
  await withTable(async (_, url) => {
    const proxy = await cuttableProxy(url, "b.typarray");
    const database = connect(proxy.url, { max: 1 });
    const read = () => database.db.transaction((tx) => tx.execute(sql`select 1`));
    await settled([read()]);
    is((await read()).length, 1);
    await database.close();
    proxy.close();
  });
});

Deno.test("statements are prepared, alone and in a transaction", async () => {
  await withTable(async ({ db }) => {
    await db.execute(add(1));
    await db.transaction((tx) => tx.execute(sql`select ${"in a transaction"}::text`));
    const rows = await db.execute(sql`select statement from pg_prepared_statements`);
    const statements = rows.map(({ statement }) => String(statement));
    equals(
      ["insert into marks", "select $1::text"].filter((one) =>
        !statements.some((statement) => statement.startsWith(one))
      ),
      [],
    );
  });
});
