/** HTML and code in a text, also if they were pasted; pictures, footnotes, excerpts. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import fc from "fast-check";
import { withFences } from "../client/kit/forms/code-fences.ts";
import { htmlToMarkdown } from "../client/kit/forms/html-to-markdown.ts";
import { plainText } from "../client/kit/ui/rich-text.tsx";
import { codeToHtml, toHtml } from "../server/kit/content/html.ts";
import { checkProperty } from "./kit/random.ts";

/** Returns the text that a reader sees. */
const seen = (html: string): string =>
  html.replace(/<[^>]*>/g, "").replace(/&#x3C;/g, "<").replace(/&#x26;/g, "&")
    .replace(/\s+/g, " ").trim();

const CODE = [
  "Use #include <vector> and vector<int> v",
  "<vector>",
  "<vector>\nhas push_back",
  "std::vector<std::string> names;",
  "vector<std::string> and map<std::string, int>",
  "map<string, vector<int>> m; for (auto& [k, v] : m) cout << k;",
  "#include <bits/stdc++.h>",
  "#include <map>\n#include <span>\n#include <b>",
  "cin>>x; a<b && c>d",
  "if (a<b and c>d) if (x<s or y>=z) return;",
  "if (a<!b && c>d) x = a<?b:c>d;",
  "template <typename T>",
  "template <class T, int N = 3> struct A<T*> {};",
  "<T>",
  "vector<a> vector<b> array<i> stack<link> list<source> set<base> if (x <p and p> y) f();",
  "<string> <map> <set> <stack> <queue> <algorithm> <time.h> <iostream> <list> <object> <data>",
  "<var> <span> <a> <b>bold</b> <i> <time> <template> <title> <T> <input> <img> <!-- x <?x?>",
  "<svg><use href='x'/></svg> <script>x</script> <style>",
  "operator<=> and operator<< and <= and <-",
  "a </b> c </vector>",
  "cout << \"<b\" << '<' << endl;",
  "<ftp://x.test> <x:y>",
  "def __init__(self, items): self._first_item and __name__ == '__main__'",
  "a<n && n<100 and 2**3 * 4 * 5 and *p *= 2; cout << *p and x<y>z",
  "std::string s; x[:] d[:D] f(8) 10:30:45 h:m:s root:x:0:0:root:/root :smile: (ツ) 👩‍💻 🇮🇳 عليكم",
];

Deno.test("code that looks like HTML is shown as it was written, in a line, a list and in HTML", () => {
  for (const code of CODE) {
    const expected = code.replace(/\s+/g, " ");
    for (
      const [around, source] of Object.entries({
        alone: code,
        line: `Say ${code}`,
        list: code.replace(/^/gm, "- x ").replace(/^- x /, "- "),
        html: `<div>${code}</div>`,
        pre: `<pre>\n${code}\n</pre>`,
        figure:
          `<figure class="image"><img src="/api/files/1" alt="Image"><figcaption>${code}</figcaption></figure>`,
      })
    ) {
      if (around === "list" && code.includes("\n")) continue;
      const html = toHtml(source, "a");
      is(seen(html).replace(/^Say /, ""), expected, `${around}: ${source} became ${html}`);
    }
  }
});

Deno.test("HTML stays HTML", () => {
  for (
    const html of [
      "<p>one <strong>two</strong> H<sub>2</sub>O x<sup>2</sup> a<br>b</p>",
      '<p><a href="https://class.test">x</a> word<em>s</em></p>',
      '<figure class="image"><img src="/api/files/abc" alt="Image" width="300" height="150"><figcaption>Image</figcaption></figure>',
      "<details><summary>More</summary><p>x</p></details>",
      "<ul><li>one</li><li>two</li></ul>",
    ]
  ) {
    is(toHtml(html, "a"), html);
    is(codeToHtml(`<p>x</p>\n\n${html}`, "a").endsWith(html), true);
  }
  is(toHtml("<ul><li>one<li>two</ul>", "a"), "<ul><li>one</li><li>two</li></ul>");
  is(toHtml("<div>never closed <b>", "a"), "<div>never closed &#x3C;b></div>");
  is(toHtml("<details>\n\n*x*\n\n</details>", "a"), "<details>\n<p><em>x</em></p>\n</details>");
  is(toHtml("<p>a &lt; b</p>", "a"), "<p>a &#x3C; b</p>");
  is(toHtml("&lt; &amp; &#35;", "a"), "<p>&#x26;lt; &#x26;amp; &#x26;#35;</p>");
  is(toHtml("a\n\n<!-- x -->\n\nb <!-- y --> c", "a"), "<p>a</p>\n\n<p>b  c</p>");
  is(toHtml("<!-- open\n\n*a*", "a"), "<p>&#x3C;!-- open</p>\n<p><em>a</em></p>");
  is(toHtml("<http://a.test> <b@a.test>", "a").split("<a ").length, 3);
});

Deno.test("code and HTML in any combination are told apart", async () => {
  const token = fc.constantFrom(
    "<vec N>",
    "map<vecN>",
    "<em>bold N</em>",
    "<std::sN>",
    "*x*",
    "`c<d>`",
  );
  const line = fc.array(token, { minLength: 1, maxLength: 4 }).map((tokens) => tokens.join(" "));
  const around = fc.constantFrom(
    ...["> ", "- ", "1. ", "> - ", "  ", "- > ", "-\t", ""].map((before) => (text: string) =>
      text.split("\n").map((line, at) =>
        at && /^[-\d\t]/.test(before) ? `    ${line}` : before + line
      )
        .join("\n")
    ),
    (text: string) => `<div>\n${text}\n</div>`,
    (text: string) => `<div>\r\n${text}\r\n\r\n</div>`,
    (text: string) => `| a | b |\n|---|---|\n| ${text.replaceAll("\n", " ")} | x |`,
    (text: string) => `a[^1]\n\n[^1]: ${text.replaceAll("\n", "\n    ")}`,
    (text: string) => `# ${text.replaceAll("\n", " ")}`,
  );
  const block = fc.tuple(fc.array(line, { minLength: 1, maxLength: 3 }), around)
    .map(([lines, wrap]) => wrap(lines.join("\n")));
  const text = fc.tuple(
    fc.constantFrom("", "\uFEFF"),
    fc.array(block, { minLength: 1, maxLength: 4 }),
  )
    .map(([mark, blocks]) => {
      let n = 0;
      return mark + blocks.join("\n\n").replace(/N/g, () => String(++n));
    })
    // Of two footnotes with the same name, the second is never shown.
    .filter((source) => source.split("\n[^1]:").length < 3);
  await checkProperty(
    "rich text loses nothing",
    fc.property(text, (source) => {
      const html = toHtml(source, "a");
      const shown = seen(html);
      for (const [written] of source.matchAll(/<(?:vec ?|std::s)\d+>/g)) {
        ok(shown.includes(written), `${written} is gone from ${html}`);
      }
      for (const [, n] of source.matchAll(/<em>bold (\d+)</g)) {
        ok(html.includes(`<em>bold ${n}</em>`), `bold ${n} is not in ${html}`);
      }
    }),
    { numRuns: 1500 },
  );
});

Deno.test("a picture on another server becomes a link that names its host, an uploaded one is shown", () => {
  const shown = (source: string) => toHtml(source, "a");
  is(
    shown("![a *b*](https://x.test/p.png)"),
    '<p><a href="https://x.test/p.png">Image at x.test: a b</a></p>',
  );
  is(
    shown("![](http://x.test:81/p)"),
    '<p><a href="http://x.test:81/p">Image at x.test:81</a></p>',
  );
  is(shown("![a](https://class.test@x.test/p)").includes(">Image at x.test: a<"), true);
  is(
    shown('<img src="//x.test/p" alt="a">'),
    '<a href="https://x.test/p">Image at x.test: a</a>',
  );
  is(
    shown("[![a](https://x.test/p)](https://y.test/)"),
    '<p><a href="https://y.test/">Image at x.test: a</a></p>',
  );
  for (
    const own of ["p.png", "/p.png", "/api/files/../auth/me", "/api/files/1?x", "data:image/png,x"]
  ) {
    is(shown(`![a](${own})`), "<p>a</p>", own);
  }
  is(shown("![a](/api/files/1)"), '<p><img src="/api/files/1" alt="a"></p>');
});

Deno.test("a footnote links to its note and back, and no two texts share ids", () => {
  const first = toHtml("One[^1].\n\n[^1]: Of it.", "a");
  const second = toHtml('Two[^1] [go](#x) <a id="x">here</a>.\n\n[^1]: Of that.', "a");
  const names: string[] = [];
  for (const html of [first, second]) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id = ""]) => id);
    ok(links.length >= 2);
    equals(links.filter((link) => !ids.includes(link)), [], html);
    match(html, new RegExp(`aria-describedby="(${ids.join("|")})"`));
    names.push(...ids);
  }
  is(new Set(names).size, names.length);
});

Deno.test("an excerpt shows code as it is, without the marks around it", () => {
  for (
    const [markdown, excerpt] of [
      [
        "Why?\n\n```cpp\nsort(v.begin(), v.end(), [](int a) {\n```",
        "Why?\n\nsort(v.begin(), v.end(), [](int a) {",
      ],
      ["~~~\n- `x`\n~~~\n- **so**", "- `x`\n\nso"],
      ["Is `2**10` in *`__init__`* not `int **p`?", "Is 2**10 in __init__ not int **p?"],
      ["[`a[0]` is 3](https://a.example), `[](auto x)`", "a[0] is 3, [](auto x)"],
      ["class A: `b`\n__init__ is __not so__ `__x__`", "class A: b\n__init__ is not so __x__"],
      ["one ` is **no** code, 2 ** 3 is **not", "one  is no code, 2 ** 3 is not"],
    ] as const
  ) {
    is(plainText(markdown), excerpt);
  }
});

Deno.test("code and compilers' errors without a fence are found, prose is not", () => {
  const cpp = `#include <iostream>
using namespace std;
int main() {
    vector<int> a; map<string, vector<int>> m;
    for (int i=0; i<n && n<100; i++) { int *p=&a[i]; *p *= 2; }
}`;
  const python = `class Box:
    """Holds items.

    It never loses one.
    """
    def __init__(self, items):
        self.n = 2**3 * 4 * 5

    # is this a comment or a title
    def __repr__(self): return f"<Box {self.n}>"
>>> b = Box([])
<Box 160>`;
  const error = `main.cpp: In function 'int main()':
main.cpp:5:1: error: 'x' was not declared in this scope
    5 | x = 5;
      | ^`;
  const fenced = (code: string, language = "") => `\`\`\`${language}\n${code}\n\`\`\``;
  for (
    const [text, expected] of [
      [
        `It does not work. Help!\n${cpp}\n\nand in Python it is\n\n${python}\n\nWhat is <T>?`,
        `It does not work. Help!\n\n${fenced(cpp, "cpp")}\n\nand in Python it is\n\n${
          fenced(python, "python")
        }\n\nWhat is <T>?`,
      ],
      [`int x;\r\nint y;\r\n`, `${fenced("int x;\nint y;", "cpp")}\n`],
      [error, fenced(error)],
      [`${fenced(cpp)}\nIt prints 7;\nis it x=1?`, null],
      ["Dear all,\nif you want this:\n- bring paper;\n- and ink.\nSee you at 10:30: loops.", null],
      [
        "Name: Ana\nRoll: 12\n\n1. First print(it)\n2. then import it\n\n| a | b |\n|---|---|",
        null,
      ],
      ["One line: int x = 5;", null],
    ] as const
  ) is(withFences(text), expected);
});

Deno.test("the HTML of a document's clipboard becomes Markdown that shows the same", () => {
  const docs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-0"><p>
<span style="font-weight:700;">Step 1</span><span style="font-weight:400;"> read </span><span
style="font-style:italic;">carefully</span></p><p><span style="font-family:'Courier New',monospace;">if</span><span style="font-family:Consolas"> (a
&lt; b) {<br>&nbsp;&nbsp;&nbsp;&nbsp;cout &lt;&lt; a;<br>}</span></p><br><table><tbody><tr><td><p><span>input</span>
</p></td><td><p><span>output</span></p></td></tr><tr><td><p><span>1 | 2</span></p></td><td><p>3</p></td></tr></tbody>
</table><ol><li><p>first</p></li><ol><li><p>nested</p></li></ol><li><p>second</p></li></ol></b>`;
  const code = "```\nif (a < b) {\n    cout << a;\n}\n```";
  const table = "| input  | output |\n| ------ | ------ |\n| 1 \\| 2 | 3      |";
  is(
    htmlToMarkdown(docs),
    `**Step 1** read *carefully*\n\n${code}\n\n${table}\n\n1. first\n\n   1. nested\n\n2. second`,
  );
  const bullet = "<![if !supportLists]><span>&middot;<span>&nbsp;&nbsp;</span></span><![endif]>";
  const word = `<html><head><style><!-- p {margin:0cm} --></style></head><body><!--StartFragment-->
<p class=MsoNormal>What does <b>“this” </b>mean, __init__ or * &lt;p&gt;<o:p></o:p></p>
<p style='mso-list:l0 level1 lfo1'>${bullet}one<o:p></o:p></p>
<p style='mso-list:l0 level1 lfo1'>${bullet}two</p>
<p><img src="file:///C:/x.png"><a href="javascript:x">a</a> <a href="https://a.test">b</a></p></body></html>`;
  const markdown = htmlToMarkdown(word);
  is(markdown.split("\n\n").at(1), "- one\n- two");
  is(
    seen(toHtml(markdown, "a")),
    "What does “this” mean, __init__ or * <p> one two a b",
  );
  match(toHtml(markdown, "a"), /<strong>“this”<\/strong>[^]*a <a href="https:\/\/a.test">b<\/a>/);
});
