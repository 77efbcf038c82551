/** The About page, as a visitor and an admin see it. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { readDemoClass } from "../db/seed/read.ts";
import { defaultAboutPage } from "../server/about/queries.ts";
import { DEFAULT_ABOUT } from "../server/about/schema.ts";
import { toHtml } from "../server/kit/content/html.ts";
import { caller, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const PAGE = {
  story: "It began with a **whiteboard**.",
  mission: "No doubt stays unasked.",
  milestones: [{ year: 2020, title: "A group chat", text: "Eleven students." }],
  contact: { email: "hello@class.example", support: "help@class.example", phone: "+91 20 1234" },
};

Deno.test("a new installation has neutral text, until an admin writes its own", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  using visitor = await listen(server);
  const first = await caller(server).get("/about");
  is(first.status, 200);
  const { html, version, updatedAt, ...texts } = first.body;
  equals([texts, version, updatedAt], [DEFAULT_ABOUT, 1, null]);
  ok(html.story.startsWith("<p>") && html.mission.startsWith("<p>"));
  const { about } = await readDemoClass();
  ok(!first.body.story.includes(about.story.slice(0, 30)));

  const saved = await admin.put("/about", { ...PAGE, version });
  is(saved.status, 200);
  equals(saved.body, {
    ...PAGE,
    html: {
      story: "<p>It began with a <strong>whiteboard</strong>.</p>",
      mission: "<p>No doubt stays unasked.</p>",
    },
    updatedAt: saved.body.updatedAt,
    version: 2,
  });
  equals((await caller(server).get("/about")).body, saved.body);
  const { seq: _, ...pushed } = await visitor.next("about.saved");
  equals(pushed, saved.body);
});

Deno.test("of two concurrent edits of the About page one is stale, also of the first two", async () => {
  await using server = await testServer();
  const admins = [await person(server, "admin"), await person(server, "admin")];
  for (const version of [1, 2]) {
    const edits = await Promise.all(
      admins.map((admin) => admin.put("/about", { ...PAGE, mission: admin.name, version })),
    );
    const [won, lost] = edits.toSorted((a, b) => a.status - b.status);
    equals([won?.status, lost?.status, lost?.body.code], [200, 409, "stale"]);
    equals(lost?.body.current, won?.body);
    equals((await caller(server).get("/about")).body, won?.body);
  }
});

Deno.test("wrong input is refused by field", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  const [milestone] = PAGE.milestones;
  const wrong: [object, string][] = [
    [{ ...PAGE, story: " " }, "story"],
    [{ ...PAGE, mission: "a\0" }, "mission"],
    [{ ...PAGE, milestones: "none" }, "milestones"],
    [{ ...PAGE, milestones: Array(51).fill(milestone) }, "milestones"],
    [{ ...PAGE, milestones: [{ ...milestone, year: 20.5 }] }, "milestones.0.year"],
    [{ ...PAGE, milestones: [{ ...milestone, title: "" }] }, "milestones.0.title"],
    [{ ...PAGE, contact: { ...PAGE.contact, email: "nobody" } }, "contact.email"],
    [{ ...PAGE, contact: { ...PAGE.contact, phone: "1\n2" } }, "contact.phone"],
    [{ ...PAGE, html: { story: "<script>" } }, "html"],
    [{ ...PAGE, _id: "1" }, "_id"],
  ];
  for (const [page, field] of wrong) {
    const { status, body } = await admin.put("/about", page);
    is(status, 400, field);
    equals(Object.keys(body.errors), [field]);
  }
  is((await admin.get("/about")).body.version, 1);
  const none = { email: "", support: null, phone: "" };
  const { body } = await admin.put("/about", { ...PAGE, contact: none });
  equals(body.contact, { email: null, support: null, phone: null });
});

Deno.test("the HTML of the first About page equals the renderer's", () => {
  const { story, mission } = DEFAULT_ABOUT;
  equals(defaultAboutPage.html, { story: toHtml(story, "a"), mission: toHtml(mission, "a") });
});
