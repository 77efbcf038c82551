/** Prometheus metrics: requests, latency, sockets, event log, mail, database. */
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { PoolUse } from "../db/database.ts";
import { VERSION } from "./version.ts";
import { within } from "./within.ts";

export type Sources = {
  sockets(): number;
  /** The last event that this server has delivered. */
  delivered(): number;
  following(): boolean;
  pool(): PoolUse;
  /** Asks the database for the last event of the log and the numbers of waiting mails and programs. */
  stored(): Promise<{ head: number; mails: number; programs: number }>;
};

export type Metrics = ReturnType<typeof createMetrics>;

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The longest time that a source may take, in ms. */
const PATIENCE_MS = 2000;

export function createMetrics(sources: Sources) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: "doubtless_requests_total",
    help: "Requests answered, by route and status.",
    labelNames: ["method", "route", "status"],
    registers,
  });
  const latency = new Histogram({
    name: "doubtless_request_seconds",
    help: "Seconds from a request to its answer.",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers,
  });
  new Gauge({
    name: "doubtless_build_info",
    help: "Always 1; its label is the version.",
    labelNames: ["version"],
    registers,
  }).set({ version: VERSION }, 1);
  const { sockets, delivered, following, pool } = sources;
  const read = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  read("doubtless_sockets", "Open sockets.", sockets);
  read("doubtless_relay_position", "The last event that was delivered here.", delivered);
  read("doubtless_relay_following", "1 while the event log is followed.", () => +following());
  read("doubtless_database_pool_size", "Connections there may be.", () => pool().size);
  read("doubtless_database_pool_busy", "Connections at work.", () => pool().busy);
  read("doubtless_database_pool_waiting", "Statements that wait for one.", () => pool().waiting);
  read("process_resident_memory_bytes", "Memory of the process.", () => Deno.memoryUsage().rss);
  /** Set by `text`, which asks the database. */
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const head = gauge("doubtless_event_log_head", "The number of the last event in the log.");
  const lag = gauge("doubtless_relay_lag_events", "Events in the log that are not delivered yet.");
  const mails = gauge("doubtless_mails_waiting", "Mails that wait to be sent.");
  const programs = gauge("doubtless_programs_waiting", "Programs that are to be verified.");
  const up = gauge("doubtless_database_up", "1 while the database answers.");

  return {
    contentType: registry.contentType,
    /** @param route the route's pattern, never the path: patterns are few and contain no ids */
    request(
      { method, route, status }: { method: string; route: string; status: number },
      seconds: number,
    ): void {
      requests.inc({ method, route, status });
      latency.observe({ method, route }, seconds);
    },
    /** All metrics in Prometheus' text format. */
    async text(): Promise<string> {
      const position = delivered();
      const stored = await withTimeout(sources.stored());
      up.set(stored ? 1 : 0);
      // A value that cannot be read now must not show an old one.
      for (const unknown of [head, lag, mails, programs]) unknown.remove();
      if (stored) {
        head.set(stored.head);
        lag.set(Math.max(0, stored.head - position));
        mails.set(stored.mails);
        programs.set(stored.programs);
      }
      return await registry.metrics();
    },
  };
}

/** The source's value, or null when it fails or takes too long. */
export const withTimeout = <T>(work: Promise<T>): Promise<T | null> =>
  within(PATIENCE_MS, work, () => new Error("It takes too long.")).catch(() => null);
