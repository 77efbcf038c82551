/** The client address of a request: X-Forwarded-For counts only behind trusted proxies. */
import { deepStrictEqual as equals, strictEqual as is, throws } from "node:assert/strict";
import { SHARED_LIMITS } from "../server/kit/limits/limits.ts";
import { clientAddressFinder, LOOPBACK } from "../server/kit/core/client_address.ts";
import { readEnv } from "../server/kit/core/env.ts";
import { caller } from "./kit/people.ts";
import { freePort } from "./kit/process.ts";
import { testServer } from "./kit/server.ts";

const PROXIES = [...LOOPBACK, "10.1.0.0/16", "2001:db8:ffff::/48"];
const SEEN = "198.51.100.7";

Deno.test("the caller is the right-most address that is not a trusted proxy", () => {
  const addressOf = (peer: string | undefined, forwarded?: string) =>
    clientAddressFinder(PROXIES)(peer, forwarded).address;
  const cases: [peer: string | undefined, forwarded: string | undefined, caller: string][] = [
    // Direct connections: the header is ignored.
    ["203.0.113.5", undefined, "203.0.113.5"],
    ["203.0.113.5", SEEN, "203.0.113.5"],
    ["192.168.1.9", SEEN, "192.168.1.9"],
    ["10.2.0.1", SEEN, "10.2.0.1"],
    ["2001:db8:1:2:3::4", SEEN, "2001:db8:1:2::/64"],
    // Through one proxy and through two.
    ["127.0.0.1", SEEN, SEEN],
    ["::ffff:127.0.0.1", SEEN, SEEN],
    ["::1", SEEN, SEEN],
    ["2001:db8:ffff::1", SEEN, SEEN],
    ["127.0.0.1", `${SEEN}, 10.1.2.3`, SEEN],
    ["127.0.0.1", `${SEEN},10.1.2.3,  127.0.0.9`, SEEN],
    // Entries that the caller wrote stand to the left of the address that the proxy saw.
    ["127.0.0.1", `1.1.1.1, ${SEEN}`, SEEN],
    ["127.0.0.1", `10.1.0.1, 1.1.1.1, ${SEEN}, 10.1.0.1`, SEEN],
    ["127.0.0.1", `garbage, ${SEEN}`, SEEN],
    // The ways in which proxies write an address.
    ["127.0.0.1", "198.51.100.7:4711", SEEN],
    ["127.0.0.1", "::ffff:198.51.100.7", SEEN],
    ["127.0.0.1", "[::ffff:c633:6407]:80", SEEN],
    ["127.0.0.1", "[2001:DB8:1:2:3::4]:4711", "2001:db8:1:2::/64"],
    ["127.0.0.1", "[2001:db8:1:2::9]", "2001:db8:1:2::/64"],
    ["127.0.0.1", "fe80::1%eth0", "fe80::/64"],
    // Missing and invalid entries: the result is the last valid address, read from the right.
    ["127.0.0.1", undefined, "127.0.0.1"],
    ["127.0.0.1", "", "127.0.0.1"],
    ["127.0.0.1", "unknown", "127.0.0.1"],
    ["127.0.0.1", `${SEEN}, `, "127.0.0.1"],
    ["127.0.0.1", `${SEEN}, _hidden`, "127.0.0.1"],
    ["127.0.0.1", "1.2.3", "127.0.0.1"],
    ["127.0.0.1", "0x7f.1", "127.0.0.1"],
    ["127.0.0.1", "999.1.1.1", "127.0.0.1"],
    ["127.0.0.1", "[::1", "127.0.0.1"],
    ["127.0.0.1", `${SEEN}, x, 10.1.2.3`, "10.1.2.3"],
    ["127.0.0.1", "10.1.0.1, 10.1.0.2", "10.1.0.1"],
    ["", SEEN, "unknown"],
    [undefined, SEEN, "unknown"],
  ];
  for (const [peer, forwarded, caller] of cases) {
    is(addressOf(peer, forwarded), caller, `${peer} with ${forwarded}`);
  }
  equals(clientAddressFinder([])("2001:db8:1:2:3::4", undefined), {
    address: "2001:db8:1:2::/64",
    network: "2001:db8:1::/48",
  });
  equals(clientAddressFinder([])("203.0.113.5", undefined).network, "203.0.113.0/24");
});

Deno.test("trusted proxies are a setting; with a PUBLIC_URL the default is the same machine", () => {
  const proxies = (vars: Record<string, string>) => readEnv(vars).trustedProxies;
  const PUBLIC_URL = "https://class.test";
  equals(proxies({}), []);
  equals(proxies({ PUBLIC_URL }), LOOPBACK);
  equals(proxies({ PUBLIC_URL, TRUSTED_PROXIES: "none" }), []);
  equals(proxies({ TRUSTED_PROXIES: "172.28.88.0/24, ::1" }), ["172.28.88.0/24", "::1"]);
  for (const wrong of ["10.0.0.0/33", "proxy", "1", "10.0.0.0/8,", "10.0.0.0/8 ::1"]) {
    throws(() => proxies({ TRUSTED_PROXIES: wrong }), /^SettingsError: TRUSTED_PROXIES must be/);
  }
});

Deno.test("a server ignores X-Forwarded-For of a peer that is not a trusted proxy", async () => {
  for (const TRUSTED_PROXIES of ["none", "192.0.2.0/24"]) {
    const port = freePort();
    await using server = await testServer({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SMTP_URL: "smtp://127.0.0.1:9",
      TRUSTED_PROXIES,
    });
    const statuses: number[] = [];
    for (let at = 0; at <= SHARED_LIMITS["mail.network"].points; at++) {
      const from = { "x-forwarded-for": `10.${at}.0.1` };
      const asked = { email: "victim@class.test" };
      statuses.push((await caller(server).post("/auth/forgot-password", asked, from)).status);
    }
    equals(statuses, [...Array(SHARED_LIMITS["mail.network"].points).fill(200), 429]);
  }
});
