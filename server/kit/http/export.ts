/** Sends an export as a stream, within bounds: how many run, and how long a reader may stall. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import {
  EXPORT_TYPES,
  type ExportColumn,
  type ExportFormat,
  type ExportRow,
  exportWriter,
} from "../formats/export_rows.ts";
import { within } from "../core/within.ts";
import { dayOf } from "../core/clock.ts";
import type { Database } from "../db/database.ts";
import { badToken } from "../security/tokens.ts";
import type { App } from "./guard.ts";

/** For tests with shorter times, in ms. */
export const EXPORT_LIMITS = {
  /** A reader may take nothing for this long: less than PostgreSQL waits for the next statement. */
  stall: 30_000,
  /** A slow reader holds a connection, and the rows of that moment, for at most so long. */
  whole: 30 * 60_000,
};

export type Export = {
  /** The name of the file, and in the log. */
  name: string;
  columns: readonly ExportColumn[];
  /** Reads all rows, and calls `use` with one batch after the other. */
  read(database: Database, use: (rows: ExportRow[]) => Promise<void>): Promise<void>;
};

/**
 * Answers with all rows. The session is checked before each batch: if it has ended, or the server
 * cannot go on, the response is aborted, so nobody takes a part for the whole.
 * @param noteIt called when the export may begin; if it fails, nothing is sent
 * @throws Refusal 401, 429, 503
 */
export async function sendExport(
  c: Context<App>,
  format: ExportFormat,
  { name, columns, read }: Export,
  noteIt: () => Promise<void>,
): Promise<Response> {
  const { parts: { database, queues, env, log, clock }, me, requestId: request } = c.var;
  const file = `${name}-${dayOf(clock(), env.classTz)}.${format}`;
  const headers = {
    "content-type": EXPORT_TYPES[format],
    "content-disposition": `attachment; filename="${file}"`,
  };
  // A read's session is checked while it runs, but nothing of an export may be sent before.
  const check = async () => {
    const now = await c.var.checkSession(database.db);
    if (now?.role !== me.role) throw badToken("Your role has changed. Please log in again.");
  };
  await check();
  if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);

  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // The reader's end is noticed by the next write.
  writer.closed.catch(() => {});
  const begun = Promise.withResolvers<void>();
  const write = exportWriter(format, { columns, zone: env.classTz });
  const [from, bytes] = [performance.now(), new TextEncoder()];
  let count = 0;
  let isBegun = false;
  const send = async (rows: ExportRow[]) => {
    isBegun = true;
    begun.resolve();
    await waitUntilTaken(writer, EXPORT_LIMITS.whole - (performance.now() - from));
    await check();
    count += rows.length;
    void writer.write(bytes.encode(write(rows))).catch(() => {});
  };
  const note = (how: string, error?: unknown) => {
    const ms = Math.round(performance.now() - from);
    log.info({ request, export: name, person: me._id, rows: count, ms, error }, how);
  };
  const exporting = async () => {
    await noteIt();
    try {
      await read(database, send);
      // Without rows, only the head.
      if (count === 0) await send([]);
      await waitUntilTaken(writer, EXPORT_LIMITS.stall);
      await writer.close();
      note("exported");
    } catch (error) {
      note("export ended early", error);
      if (!isBegun) throw error;
      // The adapter would write the error into the body, and end it.
      (c.env as HttpBindings).outgoing.destroy();
    }
  };
  queues.export.run(me._id, exporting).catch(begun.reject);
  await begun.promise;
  return c.body(readable, 200, headers);
}

/** Waits until the reader has taken what was written. @throws when it has gone, or stalls */
function waitUntilTaken(writer: WritableStreamDefaultWriter, left: number): Promise<void> {
  const ms = Math.max(0, Math.min(EXPORT_LIMITS.stall, left));
  return within(ms, writer.ready, () => new Error("The reader of the export was too slow."));
}
