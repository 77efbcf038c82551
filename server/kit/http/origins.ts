/** The addresses of this server, and the origins whose pages may call it. */
import { networkInterfaces } from "node:os";
import type { Env } from "../core/env.ts";

const WILDCARDS = ["0.0.0.0", "::", "[::]"];

/** The http origin of this name and port as browsers write it, without the default port. */
const originAt = (name: string, port: number): string =>
  new URL(`http://${name.includes(":") && !name.startsWith("[") ? `[${name}]` : name}:${port}`)
    .origin;

const listensEverywhere = ({ host }: Pick<Env, "host">): boolean => WILDCARDS.includes(host);

/** The address for a browser on this machine. */
export const ownUrl = ({ publicUrl, host }: Env, port: number): string =>
  publicUrl ?? originAt(listensEverywhere({ host }) ? "127.0.0.1" : host, port);

/** The addresses for others on the same network; none with PUBLIC_URL or when it listens at one address. */
export function urlsOnNetwork(env: Env, port: number): string[] {
  if (env.publicUrl !== null || !listensEverywhere(env)) return [];
  return addresses(env).filter(({ internal }) => !internal).map(({ address }) =>
    originAt(address, port)
  );
}

/**
 * Returns a check whether pages of an origin may call the server and open a socket. Programs send no
 * origin and pass. Without PUBLIC_URL, only this machine's own names and addresses pass: another name
 * that somebody points here does not.
 */
export function originCheck(env: Env, port: number): (origin: string | undefined) => boolean {
  if (env.publicUrl !== null) {
    return (origin) => origin === undefined || origin === env.publicUrl;
  }
  const fixed = [env.host, "127.0.0.1", "localhost", "[::1]"].map((name) => originAt(name, port));
  return (origin) =>
    origin === undefined || fixed.includes(origin) ||
    listensEverywhere(env) && originsHere(env, port).includes(origin);
}

/** Read each time, since the machine may join another network. */
function originsHere(env: Env, port: number): string[] {
  const name = Deno.hostname().toLowerCase();
  const names = [name, `${name}.local`, ...addresses(env).map(({ address }) => address)];
  return names.filter((one) => URL.canParse(`http://${one}`) || one.includes(":"))
    .map((one) => originAt(one, port));
}

/** This machine's addresses of the families that it listens on, without link-local ones. */
function addresses({ host }: Pick<Env, "host">) {
  return Object.values(networkInterfaces()).flatMap((all = []) => all).filter(
    ({ family, address }) =>
      (family === "IPv4" || host !== "0.0.0.0") && !address.startsWith("fe80:"),
  );
}
