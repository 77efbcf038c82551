/**
 * A TCP proxy between clients and a server, which can be cut or can stall silently, as Wi-Fi does.
 */

export type Network = {
  /** The server's address through the proxy. */
  url: string;
  /** Closes every connection, and refuses new ones. */
  cut(): void;
  /** Holds all bytes back without closing a connection. */
  silence(): void;
  /** Works again; bytes that were held back arrive. */
  mend(): void;
  [Symbol.dispose](): void;
};

export function openNetworkProxy({ url }: { url: string }): Network {
  const { hostname, port } = new URL(url);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  let isCut = false;
  let passing = Promise.withResolvers<void>();
  passing.resolve();

  async function carry(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
    const held = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      async transform(bytes, on) {
        await passing.promise;
        on.enqueue(bytes);
      },
    });
    await from.readable.pipeThrough(held).pipeTo(to.writable);
  }

  async function join(client: Deno.TcpConn): Promise<void> {
    if (isCut) return client.close();
    const server = await Deno.connect({ hostname, port: Number(port) });
    for (const end of [client, server]) open.add(end);
    await Promise.allSettled([carry(client, server), carry(server, client)]);
    for (const end of [client, server]) {
      open.delete(end);
      close(end);
    }
  }

  (async () => {
    for await (const client of listener) join(client).catch(() => close(client));
  })();

  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    cut() {
      isCut = true;
      for (const end of open) close(end);
      passing.resolve();
    },
    silence() {
      passing = Promise.withResolvers();
    },
    mend() {
      isCut = false;
      passing.resolve();
    },
    [Symbol.dispose]() {
      listener.close();
      for (const end of open) close(end);
      passing.resolve();
    },
  };
}

function close(end: Deno.TcpConn): void {
  try {
    end.close();
  } catch {
    // The connection is closed already.
  }
}
