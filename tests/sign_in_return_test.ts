/**
 * The screen that is shown after signing in, for every `returnUrl` in the address of the sign-in.
 */
import { strictEqual as is } from "node:assert/strict";
import { safeReturn } from "../client/auth/state.ts";
import { seeded } from "./kit/random.ts";

const random = seeded("return");

const ORIGIN = "https://class.test";

Deno.test("the address to return to after signing in is a screen of this site, or null", () => {
  for (
    const [asked, led] of [
      ["/doubts?scope=mine#end", "/doubts?scope=mine#end"],
      ["/./doubts/../practice", "/practice"],
      ["/a//b", "/a//b"],
      ["/logins", "/logins"],
    ]
  ) {
    is(safeReturn(asked ?? "", ORIGIN), led, asked);
  }
  for (
    const asked of [
      "https://evil.test/",
      "//evil.test",
      "/\\evil.test",
      "/.//evil.test/x",
      "/%2e//evil.test",
      "/%2E%2e//evil.test",
      "/a/..//evil.test",
      "/.\\/evil.test",
      "/\t/evil.test",
      "/\n/evil.test",
      "\u0000//evil.test",
      " //evil.test",
      "javascript:alert(1)",
      "doubts",
      "",
      // The sign-in must not lead back to itself.
      "/login",
      "/login?returnUrl=%2Flogin",
      "/LOGIN/",
      "/%6Cogin",
      "/x/../login",
      "/%E0%A4%A",
    ]
  ) {
    is(safeReturn(asked, ORIGIN), null, JSON.stringify(asked));
  }
  is(safeReturn(null, ORIGIN), null);
});

Deno.test("with any address to return to, the browser stays on this site", () => {
  const parts = [
    "/",
    "\\",
    ".",
    "..",
    "%2e",
    "%2f",
    "%5c",
    "\t",
    "\n",
    "evil.test",
    "@",
    ":",
    "?",
    "#",
    "a",
    "~",
  ];
  for (let n = 0; n < 20_000; n++) {
    const asked = "/" +
      Array.from({ length: 1 + n % 6 }, () => parts[Math.floor(random() * parts.length)]).join(
        "",
      );
    const led = safeReturn(asked, ORIGIN);
    if (led === null) continue;
    is(new URL(led, ORIGIN).origin, ORIGIN, JSON.stringify(asked));
    is(new URL(led, `${ORIGIN}/login?x=y`).origin, ORIGIN, JSON.stringify(asked));
  }
});
