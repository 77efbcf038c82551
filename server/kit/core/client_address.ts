/** The caller's IP address, also behind proxies, and the address blocks that limits count by. */
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export type ClientAddress = {
  /** The block of a household or machine: the IPv4 address, or the /64 of an IPv6 address. */
  address: string;
  /** The block of one network: the /24 of an IPv4 address, the /48 of an IPv6 address. */
  network: string;
};

/** The proxies that are trusted by default, unless TRUSTED_PROXIES names others. */
export const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/** Parses an address or a range (`10.0.0.0/8`). @throws when it is neither */
export function readRange(text: string): [Address, number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = parse(text);
  if (address === null) throw new Error(`${text} is no address`);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/**
 * Parses an address as proxies write it: IPv6 with or without brackets, with or without a port or a
 * zone. An IPv4-mapped IPv6 address becomes the IPv4 address.
 * @returns null when it is not an address
 */
function parse(text: string): Address | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const bare = (bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")).split("%")[0] ?? "";
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : null;
}

/** The address's first bits, as a range. */
function block(address: Address, bits: number): string {
  const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

function originOf(address: Address): ClientAddress {
  return address.kind() === "ipv4"
    ? { address: address.toString(), network: block(address, 24) }
    : { address: block(address, 64), network: block(address, 48) };
}

/** For peers without an address, for example on a Unix socket. They share one block. */
const UNKNOWN: ClientAddress = { address: "unknown", network: "unknown" };

/**
 * Finds the caller in X-Forwarded-For. It reads from right to left as long as the peer is a trusted
 * proxy, because each proxy appends the address that connected to it. Entries that the caller has
 * written itself stand further left and are not read.
 * @param trusted ranges of trusted proxies
 * @returns the caller's address
 */
export function clientAddressFinder(trusted: readonly string[]) {
  const proxies = trusted.map(readRange);
  const isProxy = (address: Address) =>
    ipaddr.subnetMatch(address, { proxies }, "others") === "proxies";
  return (peer: string | undefined, forwarded: string | undefined): ClientAddress => {
    let caller = parse(peer ?? "");
    if (caller === null) return UNKNOWN;
    const hops = (forwarded ?? "").split(",");
    while (hops.length > 0 && isProxy(caller)) {
      const before = parse(hops.pop()?.trim() ?? "");
      if (before === null) break;
      caller = before;
    }
    return originOf(caller);
  };
}
