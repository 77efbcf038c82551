/**
 * Text and links that could run code in a reader's browser, in every field that takes text or
 * links.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import {
  callsWith,
  ENFORCED,
  fieldsOf,
  lastEvent,
  type PreparedRequest,
  prepareRequest,
} from "./kit/calls.ts";
import { picture } from "./kit/fixture.ts";
import { person, type Reply } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const ATTACKS = [
  "<script>alert(1)</script>",
  '<img src="x" onerror="alert(1)">',
  '<p onclick="alert(1)" style="position:fixed" id="app">x</p>',
  "<svg onload=alert(1)><use href='data:image/svg+xml,x'/></svg>",
  '<iframe src="https://evil.test" srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href=" &#106;avascript:alert(1)">x</a>',
  "[x](javascript:alert(1)) [y](data:text/html,x) [z](vbscript:x)",
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<img src="data:text/html;base64,PHN2Zz4=">',
  '<form action="https://evil.test"><input name="x"><button>go</button></form>',
  '<object data="x"></object><embed src="x"><base href="//evil.test"><link rel="stylesheet">',
  '<meta http-equiv="refresh" content="0;url=//evil.test">',
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  "<template><script>alert(1)</script></template>",
];
/**
 * Texts that would load something from another server, and so reveal who reads, when and from
 * where.
 */
const REMOTE = [
  "![one](http://evil.test/1.png) ![two][2] [![three](//evil.test/3.png)](https://class.test)",
  "[2]: https://evil.test/2.png",
  '<img src="https://evil.test/4.png" srcset="https://evil.test/5.png 2x" longdesc="//evil.test/6">',
  '<picture><source srcset="https://evil.test/7.png"><img src="/\\evil.test/8.png"></picture>',
  '<video poster="https://evil.test/9.png" src="https://evil.test/10.mp4"></video>',
  '<audio src="https://evil.test/11.mp3"></audio><input type="image" src="https://evil.test/12">',
  '<table background="https://evil.test/13.png"><tr><td background="//evil.test/14">x</td></tr></table>',
  "![five](/api/files/../auth/me) ![six](pic.png) ![seven](data:image/png;base64,AA)",
];
const CODE = "Use #include <vector> and vector<int> v; cin>>x; map<string, vector<int>> m;";
const TEXT = ["This stays.", CODE, ...ATTACKS, ...REMOTE].join("\n\n");

/** Returns the first tag that would load something other than an upload of this server; or null. */
const loaded = (html: string): string | null =>
  /<[^>]*\s(?:src|srcset|poster|background|data|longdesc)="(?!\/api\/files\/\w+")/i.exec(html)
    ?.[0] ??
    null;

/** Returns the text that a reader sees. */
const seen = (html: string): string =>
  html.replace(/<[^>]*>/g, "").replace(/&#x3C;/g, "<").replace(/&#x26;/g, "&");

/** Returns the first part of this HTML that could run code, or null. */
function danger(html: string): string | null {
  // Text in quotation marks is an attribute's value; the last pattern checks the links.
  const tags = html.replace(/"[^"]*"/g, '""');
  const found =
    /<(script|iframe|svg|use|style|object|embed|link|base|form|button|meta|math|template)\b/i
      .exec(tags) ??
      /<[^>]*\s(on\w+|style|srcdoc|formaction)\s*=/i.exec(tags) ??
      /<[^>]*\s(?:href|src)="\s*(?!https?:|mailto:)[a-z][\w+.-]*:/i.exec(html);
  return found?.[0] ?? null;
}

type Field = { write: string; field: string; shown: (body: Reply["body"]) => string };

/** Every field of rich text or code, and the place of its HTML in the reply. */
const RICH: Field[] = [
  { write: "POST /assignments", field: "explanation", shown: (body) => body.explanation },
  { write: "PUT /assignments/:id", field: "explanation", shown: (body) => body.explanation },
  {
    write: "PUT /assignments/:id/status",
    field: "studentSolution",
    shown: (body) => body.studentSolution,
  },
  {
    write: "PUT /assignments/:id/review",
    field: "updatedStudentSolution",
    shown: (body) => body.mentorReview.updatedStudentSolution,
  },
  { write: "PUT /assignments/:id/solution", field: "solution", shown: (body) => body.content },
  { write: "PUT /assignments/:id/solution", field: "content", shown: (body) => body.content },
  { write: "POST /doubts", field: "doubtText", shown: (body) => body.conversation.at(-1).html },
  {
    write: "PUT /doubts/:id/reply",
    field: "reply",
    shown: (body) => body.conversation.at(-1).html,
  },
  {
    write: "PUT /doubts/:id/followup",
    field: "followup",
    shown: (body) => body.conversation.at(-1).html,
  },
  ...["POST /dailyBriefing", "PUT /dailyBriefing/:id"].flatMap((write) =>
    ["classSummary", "classQuestions", "homeworkQuestions"].map((field): Field => ({
      write,
      field,
      shown: ({ html }) => html[field],
    }))
  ),
  ...["story", "mission"].map((field): Field => ({
    write: "PUT /about",
    field,
    shown: ({ html }) => html[field],
  })),
];

/** Returns the valid body with another value for this field. */
function changed(body: unknown, field: string, value: unknown): unknown {
  if (!(body instanceof FormData)) return { ...body as object, [field]: value };
  const form = new FormData();
  for (const [name, own] of body) form.append(name, own);
  form.set(field, typeof value === "string" ? value : JSON.stringify(value));
  return form;
}

/** Returns the body without the other name of the same field, when it has two. */
const alone = ({ body }: PreparedRequest, field: string): unknown =>
  field === "content" ? { ...body as object, solution: undefined } : body;

Deno.test("rich text is sanitized in every field that takes it", async (t) => {
  await using server = await testServer();
  for (const { write, field, shown } of RICH) {
    await t.step(`${write} ${field}`, async () => {
      const call = await prepareRequest(server, write);
      const { status, body } = await call.send(changed(alone(call, field), field, TEXT));
      ok([200, 201, 202].includes(status), JSON.stringify(body));
      const html = shown(body);
      match(html, /This stays\./);
      is(danger(html), null, html);
      is(loaded(html), null, html);
      ok(seen(html).includes(CODE), html);
      const isCode = field === "studentSolution" || field === "updatedStudentSolution";
      if (!isCode) match(html, /<a href="http:\/\/evil.test\/1.png">Image at evil.test: one<\/a>/);
    });
  }
});

Deno.test("the checks find dangerous HTML", () => {
  for (const html of ['<img src="http://a.test">', '<img alt="" src="/api/files/../x">']) {
    ok(loaded(html), html);
  }
  is(loaded('<img alt="" src="/api/files/1"> src="x"'), null);
  for (const attack of ATTACKS.filter((attack) => attack.startsWith("<"))) {
    ok(danger(attack.replace("&#106;", "j")), attack);
  }
  is(
    danger('<p>a <a href="https://class.test/?a=b">onclick=</a><img src="/api/files/1"></p>'),
    null,
  );
});

const BAD_LINKS = [
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "//evil.test",
  "ftp://class.test",
  "file:///etc/passwd",
  "blob:https://class.test/1",
  "https://",
  "https:class.test",
  "http://class.test/a b",
  "http://class.test/\r\nSet-Cookie: a=b",
  "class.test",
];

/** Every field that takes links, and the form of a link in it. */
const LINKS: Record<string, (link: string) => unknown> = {
  codingPlatformLink: (link) => link,
  submissionUrl: (link) => link,
  linkedin: (link) => link,
  github: (link) => link,
  links: (link) => ["https://class.test", link],
  similarQuestions: (url) => [{ title: "x", url }],
};
/** Fields that take links to uploads, and no others. */
const FILES = ["files", "screenshots"];

Deno.test("a link that is not http or https is refused with the field's name, in every field for links", async (t) => {
  await using server = await testServer();
  // The address of a webhook has rules of its own, and is no link.
  const inputs = callsWith((_, { json, form }) => (json ?? form) !== undefined)
    .filter((key) => !key.includes("/webhooks"));
  const takers = inputs.flatMap((key) => {
    const { json, form } = ENFORCED.get(key) ?? {};
    return Object.keys(fieldsOf(json ?? form)).map((field) => [key, field] as const);
  });
  // A new field that takes links is found by its name.
  for (
    const [key, field] of takers.filter(([, field]) => /link|url|href|github|similar/i.test(field))
  ) {
    ok(field in LINKS, `${key} ${field} is not tried`);
  }
  const tried = takers.filter(([, field]) => field in LINKS || FILES.includes(field));
  equals(tried.length, 12, String(tried));
  for (const [key, field] of tried) {
    await t.step(`${key} ${field}`, async () => {
      const { body, send } = await prepareRequest(server, key);
      const before = await lastEvent(server);
      for (const link of BAD_LINKS) {
        const refused = await send(changed(body, field, (LINKS[field] ?? ((url) => [url]))(link)));
        equals([refused.status, refused.body.code], [400, "invalid"], link);
        ok(Object.keys(refused.body.errors).every((name) => name.startsWith(field)), link);
      }
      is(await lastEvent(server), before);
      if (!(field in LINKS)) return;
      const good = await send(changed(body, field, LINKS[field]?.("HTTPS://class.test/a?b=c#d")));
      ok([200, 201, 202].includes(good.status), JSON.stringify(good.body));
    });
  }
});

Deno.test("a form field that no client may set is ignored", async () => {
  await using server = await testServer();
  const call = await prepareRequest(server, "POST /assignments");
  const form = call.body as FormData;
  const other = await call.fixture.other("admin");
  const set = {
    _id: crypto.randomUUID(),
    createdBy: other._id,
    lastModifiedBy: other._id,
    role: "admin",
    responses: "[1]",
    createdAt: "2020-01-01T00:00:00.000Z",
    solutionVisible: "true",
    version: "7",
  };
  for (const [field, value] of Object.entries(set)) form.set(field, value);
  form.append("files", picture());
  const { status, body } = await call.send(form);
  is(status, 201);
  const by = call.fixture.me?._id;
  equals(
    [
      body.createdBy._id,
      body.lastModifiedBy._id,
      body.responses,
      body.distributionTag,
      body.version,
    ],
    [by, by, [], "central", 1],
  );
  equals([body.assignedTo, body.solutionVisible, body.files.length], [[], false, 1]);
  ok(body._id !== set._id && body.createdAt > set.createdAt);
});

Deno.test("names and titles lose their invisible characters, and keep the joiners of Indian scripts", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const subject =
    "\u200d\u202e\u2066Exam \u0d28\u0d4d\u200d\u200b \u0915\u094d\u200c\u0937\u200f\ufeff";
  const { body } = await mentor.post("/messages/announcement", { subject, body: "On Friday." });
  is(body.subject, "Exam \u0d28\u0d4d\u200d \u0915\u094d\u200c\u0937");
  for (const blank of ["\u202e", "\u200d\u200c", "\u2800\u3164 \ufeff"]) {
    const refused = await mentor.post("/messages/announcement", { subject: blank, body: "None." });
    equals([refused.status, refused.body.errors], [400, { subject: "Subject is required." }]);
  }
  const reply = { name: "a\u202eb", text: "Look again.", key: null, shared: false };
  is((await mentor.post("/desk/replies", reply)).body.name, "ab");
  const quickQuestion = { text: "x\u2067y?", options: ["1\u200e", "2"] };
  const { body: asked } = await mentor.post("/quick-questions", quickQuestion);
  equals([asked.text, asked.options], ["xy?", ["1", "2"]]);
});
