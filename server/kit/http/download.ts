/** Sends a file while it is made, within bounds: how many are, and how long a reader may stall. */
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
import type { Kind } from "../limits/queues.ts";
import { badToken } from "../security/tokens.ts";
import type { App } from "./guard.ts";

/** For tests with shorter times, in ms. */
export const DOWNLOAD_LIMITS = {
  /** A reader may take nothing for this long: less than PostgreSQL waits for the next statement. */
  stall: 30_000,
  /** A slow reader holds a connection, and the rows of that moment, for at most so long. */
  whole: 30 * 60_000,
};

export type Download = {
  /** Begins the name of the file, and stands in the log. */
  name: string;
  ending: string;
  type: string;
  queue: Extract<Kind, "export" | "copy">;
  /** Makes the file. `write` resolves when the reader has taken what was written before. */
  make(write: (part: Uint8Array) => Promise<void>): Promise<void>;
};

/**
 * Answers with a file. The session is checked before each part: if it has ended, or the server
 * cannot go on, the response is aborted, so nobody takes a part for the whole.
 * @param noteIt called when it may begin; if it fails, nothing is sent
 * @throws Refusal 401, 429, 503
 */
export async function sendDownload(
  c: Context<App>,
  { name, ending, type, queue, make }: Download,
  noteIt: () => Promise<void>,
): Promise<Response> {
  const { parts: { database, queues, env, log, clock }, me, requestId: request } = c.var;
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}-${
      dayOf(clock(), env.classTz)
    }.${ending}"`,
  };
  // A read's session is checked while it runs, but nothing of a file may be sent before.
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
  const from = performance.now();
  let bytes = 0;
  let isBegun = false;
  const write = async (part: Uint8Array) => {
    await waitUntilTaken(writer, DOWNLOAD_LIMITS.whole - (performance.now() - from));
    await check();
    isBegun = true;
    begun.resolve();
    bytes += part.length;
    void writer.write(part).catch(() => {});
  };
  const note = (how: string, error?: unknown) => {
    const ms = Math.round(performance.now() - from);
    log.info({ request, download: name, person: me._id, bytes, ms, error }, how);
  };
  const sending = async () => {
    await noteIt();
    try {
      await make(write);
      await waitUntilTaken(writer, DOWNLOAD_LIMITS.stall);
      await writer.close();
      note("downloaded");
    } catch (error) {
      note("download ended early", error);
      if (!isBegun) throw error;
      // The adapter would write the error into the body, and end it.
      (c.env as HttpBindings).outgoing.destroy();
    }
  };
  queues[queue].run(me._id, sending).catch(begun.reject);
  await begun.promise;
  return c.body(readable, 200, headers);
}

/** Waits until the reader has taken what was written. @throws when it has gone, or stalls */
function waitUntilTaken(writer: WritableStreamDefaultWriter, left: number): Promise<void> {
  const ms = Math.max(0, Math.min(DOWNLOAD_LIMITS.stall, left));
  return within(ms, writer.ready, () => new Error("The reader of the file was too slow."));
}

export type Export = {
  name: string;
  columns: readonly ExportColumn[];
  /** Reads all rows, and calls `use` with one batch after the other. */
  read(database: Database, use: (rows: ExportRow[]) => Promise<void>): Promise<void>;
};

/** A list as a file of this format. */
export function exported(
  { parts: { database, env } }: Pick<App["Variables"], "parts">,
  format: ExportFormat,
  { name, columns, read }: Export,
): Download {
  const textOf = exportWriter(format, { columns, zone: env.classTz });
  const bytes = new TextEncoder();
  return {
    name,
    ending: format,
    type: EXPORT_TYPES[format],
    queue: "export",
    async make(write) {
      let isEmpty = true;
      const send = (rows: ExportRow[]) => {
        isEmpty = false;
        return write(bytes.encode(textOf(rows)));
      };
      await read(database, send);
      // Without rows, only the head.
      if (isEmpty) await send([]);
    },
  };
}
