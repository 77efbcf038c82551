/**
 * A TCP proxy before PostgreSQL that counts round trips. It delays each answer a little, so that
 * statements sent without waiting for an answer can be told apart.
 */

export type Proxy = {
  /** The database's address through the proxy. */
  url: string;
  /**
   * The number of round trips, over all connections: queries sent when no earlier one was
   * unanswered. Statements sent together, without waiting for each other's answer, are one round
   * trip.
   */
  trips(): number;
  [Symbol.dispose](): void;
};

const HELD_MS = 5;
const SYNC = 83;
const QUERY = 81;
const READY = 90;

export function countTrips(databaseUrl: string): Proxy {
  const target = new URL(databaseUrl);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let trips = 0;

  async function join(client: Deno.TcpConn): Promise<void> {
    const server = await Deno.connect({ hostname: target.hostname, port: Number(target.port) });
    for (const end of [client, server]) end.setNoDelay(true);
    let unanswered = 0;
    // A connection begins with a message that has no type.
    const asked = readMessages({ untyped: 1, heldMs: 0 }, (type) => {
      if (type !== SYNC && type !== QUERY) return;
      if (unanswered === 0) trips += 1;
      unanswered += 1;
    });
    const answered = readMessages({ untyped: 0, heldMs: HELD_MS }, (type) => {
      // The very first one answers no query: it ends the sign-in.
      if (type === READY && unanswered > 0) unanswered -= 1;
    });
    await Promise.allSettled([
      client.readable.pipeThrough(asked).pipeTo(server.writable),
      server.readable.pipeThrough(answered).pipeTo(client.writable),
    ]);
  }

  (async () => {
    for await (const client of listener) join(client).catch(() => {});
  })();
  return {
    url: Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${listener.addr.port}` }).href,
    trips: () => trips,
    [Symbol.dispose]: () => listener.close(),
  };
}

/** Passes bytes on, and reports the type of each PostgreSQL message: a type byte, then a length. */
function readMessages(
  { untyped, heldMs }: { untyped: number; heldMs: number },
  see: (type: number) => void,
): TransformStream<Uint8Array, Uint8Array> {
  let rest = new Uint8Array();
  return new TransformStream({
    async transform(bytes, to) {
      if (heldMs > 0) await new Promise((done) => setTimeout(done, heldMs));
      const all = new Uint8Array(rest.length + bytes.length);
      all.set(rest);
      all.set(bytes, rest.length);
      const view = new DataView(all.buffer);
      let at = 0;
      while (true) {
        const head = untyped > 0 ? 0 : 1;
        if (at + head + 4 > all.length) break;
        const end = at + head + view.getUint32(at + head);
        if (end > all.length) break;
        if (untyped > 0) untyped -= 1;
        else see(all[at] as number);
        at = end;
      }
      rest = all.slice(at);
      to.enqueue(bytes);
    },
  });
}
