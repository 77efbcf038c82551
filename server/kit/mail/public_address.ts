/** Which IP addresses belong to the public internet. */
import ipaddr from "ipaddr.js";

/** The kind of an address, such as "unicast" or "private"; of an IPv4 address in an IPv6 one, too. */
const rangeOf = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).range() : "invalid";

export const isPublic = (address: string): boolean => rangeOf(address) === "unicast";

export const isLoopback = (address: string): boolean => rangeOf(address) === "loopback";
