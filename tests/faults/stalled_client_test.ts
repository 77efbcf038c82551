/**
 * A client that does not read is disconnected when its queue reaches the limit; other clients do
 * not notice.
 */
import { ok, strictEqual as is } from "node:assert/strict";
import v8 from "node:v8";
import vm from "node:vm";
import { person } from "../kit/people.ts";
import { PACE, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

v8.setFlagsFromString("--expose-gc");
const collect: () => void = vm.runInNewContext("gc");

const EVENTS = 2000;
const MEMORY_MOST = 50e6;
const EVENT = "x".repeat(40_000);

Deno.test("a stalled client is disconnected during 80 MB of events; memory stays flat, and others get all events", async () => {
  await using server = await testServer(PACE);
  const mentor = await person(server, "mentor");
  using reader = await listen(server, { token: mentor.token });
  using stalled = await stall(server.url, mentor.token);

  const before = memory();
  let most = 0;
  for (let n = 1; n <= EVENTS; n++) {
    // Goes straight to the relay: the test measures the path from the relay to the network.
    server.parts.live.committed([{
      seq: server.relay.head() + 1,
      type: "stats.changed",
      rooms: ["staff"],
      data: { text: `${n}${EVENT}` },
      bytes: EVENT.length,
    }]);
    if (n % 10 === 0) await new Promise((next) => setTimeout(next));
    if (n % 500 > 0) continue;
    await reader.until("stats.changed", ({ seq }) => seq === server.relay.head());
    reader.pushes.length = 0;
    most = Math.max(most, memory() - before);
  }
  ok(await stalled.isCut(), "the stalled client is still connected");
  is(server.logged.filter(({ msg }) => msg === "cut off a slow reader").length, 1);
  is(reader.socket.connected, true);
  ok(most < MEMORY_MOST, `${Math.round(most / 1e6)} MB more in use`);
});

/** Returns the bytes in use, after a garbage collection. */
function memory(): number {
  collect();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

/** Opens a websocket by hand, which signs in and then never reads again. */
async function stall(url: string, token: string) {
  const { hostname, port } = new URL(url);
  const wire = await Deno.connect({ hostname, port: Number(port) });
  const bytes = new TextEncoder();
  await wire.write(bytes.encode([
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
    `Host: ${hostname}:${port}`,
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    "\r\n",
  ].join("\r\n")));
  await wire.read(new Uint8Array(4096));
  const hello = bytes.encode(`40${JSON.stringify({ token })}`);
  // One masked text frame (RFC 6455, 5.2) with a mask of zeros.
  const head = [0x81, 0x80 | 126, hello.length >> 8, hello.length & 255, 0, 0, 0, 0];
  await wire.write(new Uint8Array([...head, ...hello]));
  // It reads until it is admitted, and then never again.
  const answer = new Uint8Array(4096);
  for (let said = ""; !said.includes('40{"sid"');) {
    const length = await wire.read(answer);
    if (length === null) throw new Error("the client was not admitted");
    said += new TextDecoder().decode(answer.subarray(0, length));
  }
  return {
    /** Reads the bytes that were already sent, and reports whether the connection then ends. */
    async isCut(): Promise<boolean> {
      const buffer = new Uint8Array(1024 * 1024);
      const reading = (async () => {
        try {
          while (await wire.read(buffer) !== null);
        } catch {
          // A reset also ends the connection.
        }
        return true;
      })();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const patience = new Promise<boolean>((end) => timer = setTimeout(() => end(false), 60_000));
      return await Promise.race([reading, patience]).finally(() => clearTimeout(timer));
    },
    [Symbol.dispose]: () => wire.close(),
  };
}
