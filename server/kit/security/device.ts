/** Rough words for where a session is used: the kind of device, and the network. */
import ipaddr from "ipaddr.js";

/** The longest User-Agent that is read, in characters. */
const AGENT_MOST = 500;

/** The first pattern that matches counts: most browsers also name the ones that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "a Chromebook"],
  [/\bMac OS X\b/, "a Mac"],
  [/\bLinux\b/, "Linux"],
];

/** "Firefox on Windows". */
export function deviceOf(userAgent: string | undefined): string {
  const agent = (userAgent ?? "").slice(0, AGENT_MOST);
  const nameIn = (names: typeof BROWSERS) => names.find(([sign]) => sign.test(agent))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser === undefined) return system ? `A program on ${system}` : "A program";
  return system ? `${browser} on ${system}` : browser;
}

const WORDS: Record<string, string> = {
  loopback: "this machine",
  private: "a local network",
  uniqueLocal: "a local network",
  linkLocal: "a local network",
  carrierGradeNat: "a mobile network",
};

/** @param network a range, such as "203.0.113.0/24", as `clientAddressFinder` returns it */
export function networkWords(network: string): string {
  const [address = ""] = network.split("/");
  if (!ipaddr.isValid(address)) return "an unknown network";
  const parsed = ipaddr.parse(address);
  const words = WORDS[parsed.range()];
  if (words !== undefined) return words;
  return parsed.kind() === "ipv4"
    ? `network ${address.replace(/\.\d+$/, ".…")}`
    : `network ${address.replace(/::$/, ":…")}`;
}
