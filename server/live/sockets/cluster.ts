/** Redis or Valkey carries only presence and typing between servers, which may be lost. */
import { createAdapter } from "@socket.io/redis-streams-adapter";
import { createClient } from "@redis/client";
import type { Server } from "socket.io";
import type { Log } from "../../kit/core/log.ts";

/** The most messages that are kept for a server that reads slowly. */
const STREAM_MOST = 1000;
const LONGEST_WAIT_MS = 3000;

/** Joins this server to the others. While Redis is away, the server serves only its own sockets. */
export function joinCluster(io: Pick<Server, "adapter">, redisUrl: string, log: Log) {
  let isAway = false;
  const client = createClient({
    url: redisUrl,
    commandsQueueMaxLength: STREAM_MOST,
    socket: { reconnectStrategy: (tries) => Math.min(LONGEST_WAIT_MS, 50 * 2 ** tries) },
  });
  client.on("error", (error) => {
    if (!isAway) log.warn({ error }, "Redis is away: presence stays on this server");
    isAway = true;
  });
  client.on("ready", () => {
    if (isAway) log.info({}, "Redis is back");
    isAway = false;
  });
  // The adapter does not handle rejections of these two. Their messages may be lost.
  forgive(client, "publish");
  forgive(client, "xAdd");
  client.connect().catch((error) => log.warn({ error }, "Redis refused"));
  io.adapter(createAdapter(client, { maxLen: STREAM_MOST, onlyPlaintext: true }));
  return {
    isReady: () => client.isReady,
    leave: async () => {
      if (client.isReady) await client.close();
      else client.destroy();
    },
  };
}

function forgive<Name extends string>(
  client: { [N in Name]: (...args: never[]) => Promise<unknown> },
  name: Name,
): void {
  const send = client[name].bind(client) as (...args: never[]) => Promise<unknown>;
  client[name] = (...args) => send(...args).catch(() => undefined);
}
