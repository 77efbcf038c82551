/**
 * The benchmarks run to their end, on a few rows each. The test checks the form of their reports,
 * and no figure.
 */
import { match } from "node:assert/strict";
import { classMap } from "../bench/class.ts";
import { fanout } from "../bench/fanout.ts";
import { footprint } from "../bench/footprint.ts";
import { startCluster } from "../bench/kit/cluster.ts";
import { list } from "../bench/list.ts";
import { log } from "../bench/log.ts";
import { oracle } from "../bench/oracle.ts";
import { servers } from "../bench/servers.ts";
import { storm } from "../bench/storm.ts";

Deno.test("the benchmarks run to their end", async () => {
  await using cluster = await startCluster();
  match(
    await fanout(cluster, { watchers: 3, rounds: 2, writes: 3, warmUp: 1, counted: 1 }),
    /\*\*3 watchers\*\*[^]+plain: Express[^]+× [\d.]+[^]+Round trips to PostgreSQL[^]+\*\*\d+\*\*/,
  );
  match(
    await classMap(cluster, { students: 30, staff: 2, seconds: 2, warmUp: 1 }),
    /\*\*30 students\*\*[^]+ratio \| × [\d.]+[^]+Statements of a run: \*\*\d+\*\*[^]+\*\*1\*\*/,
  );
  match(
    await list(cluster, { sizes: [100, 300], rounds: 1, warmUp: 0, slices: 1, sliceMs: 100 }),
    /first page \| 100 → 300 [^]+search: a word in seven \| 7 → 7 [^]+Express and pg[^|]+\| \d+ \| × [\d.]+ /,
  );
  match(
    await footprint(cluster, { doubts: 100, sockets: 3, lists: 20, settledMs: 0 }),
    /Doubtless \| \d+ \| \d+ \| \d+ [^]+ours to it \| × [\d.]+/,
  );
  match(
    await servers(cluster, { counts: [1, 2], watchers: 4, rounds: 2, warmUp: 1 }),
    /Doubtless, 1 server \| [\d.]+ [^]+Doubtless, 2 servers \| [\d.]+ [^]+ratio \| × [\d.]+/,
  );
  match(
    await storm(cluster, { sockets: 5, rounds: 1, missed: 4, far: 5000 }),
    /4 events missed \| \d+ \| × [\d.]+ [^]+5004 events ago [^]+Statements to PostgreSQL/,
  );
  match(await oracle(cluster, { pairs: 2 }), /forgot password \|[^]+registering \| [\d.]+ ms/);
  match(await log(cluster, { writers: [1, 2], rounds: 1, ms: 50 }), /\| 2 \| \d+ [^]*× [\d.]+/);
});
