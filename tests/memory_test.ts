/** Memory: threads exist only while they are needed. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { createHasher, DECOY } from "../server/kit/security/hash.ts";
import { createRenderer } from "../server/kit/content/render.ts";
import { DEFAULT_ABOUT } from "../server/about/schema.ts";
import { defaultAboutPage } from "../server/about/queries.ts";
import { toHtml } from "../server/kit/content/html.ts";
import { until } from "./kit/until.ts";

const KEEP_MS = 50;

/** Not a simple text, so a thread renders it. */
const LONG = "A *long* text. ".repeat(100);

Deno.test("rendering threads start with the first text, end when idle, and start again", async () => {
  const renderer = createRenderer({ keep: KEEP_MS });
  const texts = renderer.by("one");
  try {
    is(renderer.threads(), 0);
    const first = await texts.text(LONG, "a");
    ok(first.startsWith("<p>A <em>long</em> text."));
    await until(() => renderer.threads() === 0);
    is(await texts.text(LONG, "a"), first);
  } finally {
    renderer.stop();
  }
});

Deno.test("a busy thread is not ended, however long it takes", async () => {
  const renderer = createRenderer({ keep: 1, patience: 60_000 });
  const slow = "x `y` ".repeat(1000);
  try {
    const all = ["one", "two", "three"].flatMap((who) =>
      [slow, LONG].map((text) => renderer.by(who).text(text, "a"))
    );
    ok((await Promise.all(all)).every((html) => html.startsWith("<p>")));
    await until(() => renderer.threads() === 0);
  } finally {
    renderer.stop();
  }
});

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
