/**
 * Many sockets for some time: none misses an event, and one server holds many. The usual run uses
 * few sockets.
 */
import { ok, strictEqual as is } from "node:assert/strict";
import { IS_LONG } from "../kit/chosen.ts";
import { startCluster } from "../bench/kit/cluster.ts";
import { measureSoak } from "../bench/soak.ts";

const [SOCKETS, HELD, SECONDS, REST_MS] = IS_LONG ? [600, 2000, 30 * 60, 2000] : [60, 200, 3, 100];
/** The highest p99, as a multiple of the bare server's p99 in the same run. */
const P99_MOST = 8;

Deno.test(`${SOCKETS} sockets with four events a second, and ${HELD} sockets at once: no event is lost`, async () => {
  await using cluster = await startCluster();
  const soak = await measureSoak(cluster, {
    sockets: SOCKETS,
    held: HELD,
    seconds: SECONDS,
    restMs: REST_MS,
  });
  is(soak.events, SECONDS * 4);
  const { p99, floor, perSocket, memory } = soak;
  console.log(
    `p99 ${p99.toFixed(1)} ms, ${(p99 / floor).toFixed(1)} times the floor's; ${
      perSocket.toFixed(0)
    } KB a socket; memory ${memory.map((mb) => mb.toFixed(0)).join(" → ")} MB`,
  );
  // A few seconds on a busy machine are too short for a percentile.
  if (IS_LONG) ok(p99 < P99_MOST * floor, `${p99} ms to ${floor} ms`);
});
