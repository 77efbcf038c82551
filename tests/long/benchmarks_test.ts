/**
 * The benchmarks run to their end, on a few rows each. The test checks the form of their reports,
 * and no figure.
 */
import { match } from "node:assert/strict";
import { fanout } from "../bench/fanout.ts";
import { footprint } from "../bench/footprint.ts";
import { hour } from "../bench/hour.ts";
import { startCluster } from "../bench/kit/cluster.ts";
import { list } from "../bench/list.ts";
import { log } from "../bench/log.ts";
import { oracle } from "../bench/oracle.ts";
import { servers } from "../bench/servers.ts";

Deno.test("the benchmarks run to their end", async () => {
  await using cluster = await startCluster();
  match(
    await fanout(cluster, { watchers: 3, rounds: 2, writes: 3, warmUp: 1, counted: 1 }),
    /\*\*3 watchers\*\*[^]+plain: Express[^]+× [\d.]+[^]+Round trips to PostgreSQL[^]+\*\*\d+\*\*/,
  );
  match(
    await hour(cluster, { students: 30, signInSeconds: 1, seconds: 3, awaySeconds: 1 }),
    /\*\*30 students\*\*[^]+sign-in \| 30 \| [^]+Failed: 0\. Lost: 0 runs, 0 replies, 0 screens/,
  );
  match(
    await list(cluster, { size: 300, rounds: 1, warmUp: 0, slices: 1, sliceMs: 100 }),
    /first page \| 300 [^]+search: a word in seven \| 7 [^]+Express and pg[^|]+\| \d+ \| × [\d.]+ /,
  );
  match(
    await footprint(cluster, { doubts: 100, sockets: 3, lists: 20, settledMs: 0 }),
    /Doubtless \| \d+ \| \d+ \| \d+ [^]+ours to it \| × [\d.]+/,
  );
  match(
    await servers(cluster, { counts: [1, 2], watchers: 4, rounds: 2, warmUp: 1 }),
    /Doubtless, 1 server \| [\d.]+ [^]+Doubtless, 2 servers \| [\d.]+ [^]+ratio \| × [\d.]+/,
  );
  match(await oracle(cluster, { pairs: 2 }), /forgot password \|[^]+registering \| [\d.]+ ms/);
  match(await log(cluster, { writers: [1, 2], rounds: 1, ms: 50 }), /\| 2 \| \d+ [^]*× [\d.]+/);
});
