/**
 * Ports for servers that must be able to stop and start again on the same port. They lie below those
 * that systems give to outgoing connections and to programs that ask for port 0 (from 32,768 on
 * Linux), so that nothing takes one meanwhile.
 */
const [FIRST, LAST] = [11_000, 32_767];
const TRIES = 100;

/** Returns a port on which nobody listens. @throws Error when it finds none */
export function freePort(): number {
  for (let tries = 1;; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}
