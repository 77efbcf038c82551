/** Rich text that would keep a processor busy is refused, and delays nobody else. */
import { rejects, strictEqual as is, throws } from "node:assert/strict";
import fc from "fast-check";
import { toHtml } from "../server/kit/content/html.ts";
import { createRenderer } from "../server/kit/content/render.ts";
import { checkProperty } from "./kit/random.ts";

/** A deeply nested list, in one line. */
const NESTED = `${"- ".repeat(4900)}x`;

Deno.test("a text that is nested too deeply is refused, whatever the size of the stack", () => {
  const nested = (times: number) => "<div>".repeat(times) + "x" + "</div>".repeat(times);
  is(toHtml(nested(90), "a"), nested(90));
  is(toHtml(`${"> ".repeat(20)}x`, "a").split("<blockquote>").length, 21);
  for (const deep of [nested(100), nested(500), nested(1900), "> ".repeat(200) + "x"]) {
    throws(() => toHtml(deep, "a"), {
      code: "invalid",
      message: "This text is nested too deeply. Please simplify it.",
    });
  }
});

Deno.test("texts are rendered in the order of their calls, each with its own refusal", async () => {
  const render = createRenderer();
  try {
    const [first, second, third] = [
      render.by({ _id: "one", role: "student" }).text("one", "a"),
      rejects(render.by({ _id: "one", role: "student" }).text(NESTED, "b"), {
        code: "invalid",
        message: /too intricate|nested too deeply/,
      }),
      render.by({ _id: "one", role: "student" }).code("int main() {}", "c"),
    ];
    is(await first, "<p>one</p>");
    await second;
    is((await third).includes("hljs-type"), true);
  } finally {
    render.stop();
  }
});

Deno.test("a paragraph above a text changes nothing in how the text is rendered", async () => {
  const bits = [
    ...Array.from('\n -+*_`><#!()]=.:/\\"0a\t'),
    "\n\n",
    "    ",
    "```",
    "```cpp\n",
    "1. ",
    "- ",
    "---",
    "===",
    "**",
    "<b>",
    "<b>x</b>",
    "<!--",
    "a&#64;b.cc",
    "~x~",
    "\n\na|b\n-|-\n",
    "\n\na\n:-\n",
    "\n\n- [x] a\n",
    "www.a.bc",
    "a@b.cc",
    "http://a",
  ];
  const text = fc.array(fc.constantFrom(...bits), { maxLength: 40 }).map((some) => some.join(""));
  // White space around a removed tag stays.
  const lines = (html: string) => html.trim().replaceAll(/\s*\n\s*/g, "\n");
  await checkProperty(
    "a paragraph above changes nothing",
    fc.property(text, (source) => {
      const read = toHtml(`~|\n\n${source}`, "a");
      is(lines(read), lines(`<p>~|</p>\n${toHtml(source, "a")}`));
    }),
    { numRuns: 2000 },
  );
});
