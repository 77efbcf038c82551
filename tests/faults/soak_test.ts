/** Many sockets, for a while: none misses an event, and one server holds many. */
import { ok, strictEqual as is } from "node:assert/strict";
import { startCluster } from "../bench/kit/cluster.ts";
import { measureSoak } from "../bench/soak.ts";
import { isLong } from "./kit/servers.ts";

const [SOCKETS, HELD, SECONDS] = isLong ? [600, 2000, 30 * 60] : [600, 2000, 6];
/** Of the bare floor's p99 in the same run. */
const P99_MOST = 8;

Deno.test(`${SOCKETS} sockets with four events a second, and ${HELD} at once: none is lost`, async () => {
  await using cluster = await startCluster();
  const soak = await measureSoak(cluster, { sockets: SOCKETS, held: HELD, seconds: SECONDS });
  is(soak.events, SECONDS * 4);
  const { p99, floor, perSocket, memory } = soak;
  console.log(
    `p99 ${p99.toFixed(1)} ms, ${(p99 / floor).toFixed(1)} times the floor's; ${
      perSocket.toFixed(0)
    } KB a socket; memory ${memory.map((mb) => mb.toFixed(0)).join(" → ")} MB`,
  );
  // A few seconds on a busy machine say nothing about a percentile.
  if (isLong) ok(p99 < P99_MOST * floor, `${p99} ms to ${floor} ms`);
});
