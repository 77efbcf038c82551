/** Under which addresses the server is reached, and whose pages may call it. */
import { networkInterfaces } from "node:os";
import type { Env } from "./env.ts";

const WILDCARDS = ["0.0.0.0", "::", "[::]"];
/** A machine's addresses change: it joins another network. */
const FRESH_MS = 5000;

/** `http` at this name and port, as browsers write it: the usual port is left out. */
const originAt = (name: string, port: number): string =>
  new URL(`http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`)
    .origin;

const listensEverywhere = ({ host }: Pick<Env, "host">): boolean => WILDCARDS.includes(host);

/** Where this machine opens it. */
export const ownUrl = ({ publicUrl, host }: Env, port: number): string =>
  publicUrl ?? originAt(listensEverywhere({ host }) ? "127.0.0.1" : host, port);

/** Where others of the same network open it: nowhere, if it listens at one address, or has a name. */
export function urlsOnNetwork(env: Env, port: number): string[] {
  if (env.publicUrl !== null || !listensEverywhere(env)) return [];
  return addresses(env).filter(({ internal }) => !internal).map(({ address }) =>
    originAt(address, port)
  );
}

/**
 * Whether a page from there may call and open a socket; programs send no origin. Without PUBLIC_URL
 * it is one that this machine itself serves: a name that somebody else lets point here is none.
 */
export function originCheck(env: Env, port: number): (origin: string | undefined) => boolean {
  if (env.publicUrl !== null) {
    return (origin) => origin === undefined || origin === env.publicUrl;
  }
  const fixed = [env.host, "127.0.0.1", "localhost", "[::1]"].map((name) => originAt(name, port));
  if (!listensEverywhere(env)) return (origin) => origin === undefined || fixed.includes(origin);
  let [own, at] = [new Set<string>(), -Infinity];
  return (origin) => {
    if (origin === undefined || fixed.includes(origin)) return true;
    if (performance.now() - at > FRESH_MS) {
      const name = Deno.hostname().toLowerCase();
      const names = [name, `${name}.local`, ...addresses(env).map(({ address }) => address)];
      own = new Set(
        names.filter((one) => URL.canParse(`http://${one}`) || one.includes(":")).map(
          (one) => originAt(one, port),
        ),
      );
      at = performance.now();
    }
    return own.has(origin);
  };
}

/** This machine's own, of the kinds that it listens at; those of one link alone are no address of a page. */
function addresses({ host }: Pick<Env, "host">) {
  return Object.values(networkInterfaces()).flatMap((all = []) => all).filter(
    ({ family, address }) =>
      (family === "IPv4" || host !== "0.0.0.0") && !address.startsWith("fe80:"),
  );
}
