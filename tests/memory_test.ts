/** Memory: every way of starting has the same settings; and what costs work on purpose. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { createHasher, DECOY } from "../server/kit/security/hash.ts";
import { DEFAULT_ABOUT } from "../server/about/schema.ts";
import { defaultAboutPage } from "../server/about/queries.ts";
import { toHtml } from "../server/kit/content/html.ts";
import { MEMORY_SETTINGS } from "./kit/memory_settings.ts";

Deno.test("checking the password of an unknown account costs as much work, and always fails", async () => {
  const hasher = createHasher(1);
  const took = async (hashed: string | null) => {
    const start = performance.now();
    is(await hasher.verify(hashed, "wrong"), false);
    return performance.now() - start;
  };
  const hashed = await hasher.hash("a password");
  // The work follows from the parameters and lengths, which differ in nothing.
  const lengths = (text: string) => text.replace(/[\w+/]+(?=\$|$)/g, (part) => `${part.length}`);
  is(lengths(DECOY), lengths(hashed));
  let [somebody, nobody] = [Infinity, Infinity];
  for (let time = 0; time < 5; time++) {
    somebody = Math.min(somebody, await took(hashed));
    nobody = Math.min(nobody, await took(null));
  }
  // Other tests may take the processor from one of them; a reply without the work takes no time.
  ok(nobody > somebody / 20, `${nobody} ms instead of ${somebody} ms`);
});

Deno.test("the HTML of the first About page equals the renderer's", () => {
  const { story, mission } = DEFAULT_ABOUT;
  equals(defaultAboutPage.html, { story: toHtml(story, "a"), mission: toHtml(mission, "a") });
});

Deno.test("every way of starting has the same settings for memory", async () => {
  const { start, backup, restore } = JSON.parse(await Deno.readTextFile("deno.json")).tasks;
  const starts = {
    task: start.command,
    backup: backup.command,
    restore: restore.command,
    image: await Deno.readTextFile("docker/Dockerfile"),
  };
  for (const [name, value] of Object.entries(MEMORY_SETTINGS)) {
    for (const [start, text] of Object.entries(starts)) {
      ok(text.includes(`${name}=${value}`), `${start} starts without ${name}=${value}`);
    }
  }
});
