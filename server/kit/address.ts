/** Whose request it is: the caller's address behind proxies, and the blocks that limits count by. */
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export type Origin = {
  /** An IPv4 address; of IPv6 the /64, which is one household's or one machine's to choose from. */
  address: string;
  /** What somebody may have a whole of: a /24 of IPv4, a /48 of IPv6. */
  network: string;
};

/** Who is believed when they say whom they speak for, unless TRUSTED_PROXIES says otherwise. */
export const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/** An address or a range of them (`10.0.0.0/8`). @throws when it is neither */
export function readRange(text: string): [Address, number] {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = parse(text);
  if (address === null) throw new Error(`${text} is no address`);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/**
 * As proxies write them: IPv6 with or without brackets, either with a port or a zone. What IPv6 has
 * mapped from IPv4 is that address.
 * @returns null when it is no address
 */
function parse(text: string): Address | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const bare = (bracketed ?? text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1")).split("%")[0] ?? "";
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : null;
}

/** The first bits of the address, as a range. */
function block(address: Address, bits: number): string {
  const bytes = address.toByteArray().map((byte, at) => {
    const kept = Math.min(8, Math.max(0, bits - 8 * at));
    return byte & (0xff << (8 - kept));
  });
  return `${ipaddr.fromByteArray(bytes)}/${bits}`;
}

function originOf(address: Address): Origin {
  return address.kind() === "ipv4"
    ? { address: address.toString(), network: block(address, 24) }
    : { address: block(address, 64), network: block(address, 48) };
}

/** What a peer without an address comes to: nobody is told apart there. */
const UNKNOWN: Origin = { address: "unknown", network: "unknown" };

/**
 * Goes back from the peer for as long as it is a proxy that is trusted: each says who came to it.
 * What a caller has written there before stands further left, and is not read.
 * @param trusted ranges
 * @returns the caller for a connection's peer and its X-Forwarded-For
 */
export function originFinder(trusted: readonly string[]) {
  const ranges = trusted.map(readRange);
  const isProxy = (address: Address) =>
    ranges.some(([range, bits]) =>
      range.kind() === address.kind() && address.match(range as never, bits)
    );
  return (peer: string | undefined, forwarded: string | undefined): Origin => {
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
