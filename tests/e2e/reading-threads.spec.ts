/** Reading a thread: rich text looks as it was written, and older entries move nothing. */
import { createServer } from "node:http";
import { resolve } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { send } from "./school.ts";
import { callApi, newDoubt, openPageAs, type Site, test } from "./site.ts";

import type { AddressInfo } from "node:net";

const CODE = "Use #include <vector> and vector<int> v";
const PICTURE = resolve("tests/pictures/triage.png");

/** The texts in the thread, newest last. */
const said = (page: Page): Locator => page.getByRole("log").locator("li.panel .prose");
const previewOf = (page: Page): Locator => page.getByRole("region", { name: "Preview" });

/**
 * The HTML of a text on the page, without the additions to code samples (copy buttons and focus).
 */
const shape = (of: Locator): Promise<string> =>
  of.evaluate((prose) => {
    const copy = prose.cloneNode(true) as HTMLElement;
    // The button that runs a block of C++ is not part of the text.
    for (const run of copy.querySelectorAll("pre + .not-prose")) run.remove();
    for (const pre of copy.querySelectorAll("pre")) {
      if (pre.parentElement?.querySelector("button")) pre.parentElement.replaceWith(pre);
      pre.removeAttribute("tabindex");
      pre.removeAttribute("aria-label");
    }
    for (const one of copy.querySelectorAll("*")) {
      const attributes = [...one.attributes].sort((a, b) => a.name < b.name ? -1 : 1);
      for (const { name } of attributes) one.removeAttribute(name);
      for (const { name, value } of attributes) one.setAttribute(name, value);
    }
    return copy.innerHTML.replaceAll("\n", "");
  });

const TEXTS = [
  `${CODE}\n\n<vector>\n\n<p>map<string, int> and <b>bold</b></p>`,
  "> [!NOTE]\n> quoted\n\n## Heading\n\n- [x] done `a<b>`\n\n| a | b |\n|---|---|\n| 1 | <T> |",
  'One[^1] <a id="x">here</a> [go](#x).\n\n[^1]: Its note <std::string>.',
  "![seen](https://elsewhere.test/p.png) <script>alert(1)</script> <iframe src=x></iframe> x",
  "```cpp\n#include <vector>\nint main() {}\n```\n\n<pre><code>a<b></code></pre>",
  '<figure class="image"><img src="/api/files/0" alt="I"><figcaption>C<int></figcaption></figure>',
];

test("the preview is the same HTML as the server's", async ({ browser, site }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Please explain.");
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto(`/doubts/${id}`);
  const field = mentor.getByLabel("Your reply");
  for (const [place, text] of TEXTS.entries()) {
    await field.fill(text);
    if (place === 0) await mentor.getByRole("button", { name: "Preview" }).click();
    const prose = previewOf(mentor).locator(".prose");
    await expect(prose).toContainText(/\w/);
    const shown = await shape(prose);
    await mentor.getByRole("button", { name: "Send Reply" }).click();
    await expect(said(mentor)).toHaveCount(place + 2);
    await expect(previewOf(mentor), "there is nothing to preview any more").toHaveCount(0);
    expect(await shape(said(mentor).last()), text).toBe(shown);
  }
});

test("a footnote links to its own note and back, even if other entries have the same footnote", async ({ browser, site }) => {
  const long = Array.from({ length: 40 }, (_, n) => `Line ${n} of it.`).join("\n\n");
  const noted = (what: string) => `About ${what}[^1].\n\n${long}\n\n[^1]: The note on ${what}.`;
  const id = await newDoubt(site, "Ravi Kumar", noted("arrays"));
  const page = await openPageAs(browser, site, "Asha Rao");
  const reply = (text: string) =>
    callApi(site, "Asha Rao", `/doubts/${id}/reply`, {
      method: "PUT",
      body: JSON.stringify({ reply: text }),
    });
  await reply(noted("loops"));
  await reply(noted("loops"));
  await page.goto(`/doubts/${id}`);
  await expect(said(page)).toHaveCount(3);
  for (const place of [1, 0, 2]) {
    const entry = said(page).nth(place);
    const reference = entry.locator("a[data-footnote-ref]");
    const note = entry.locator("section li");
    await reference.scrollIntoViewIfNeeded();
    await expect(note).not.toBeInViewport();
    await reference.click();
    await expect(note).toBeInViewport();
    await expect(reference).not.toBeInViewport();
    await note.locator("a[data-footnote-backref]").press("Enter");
    await expect(reference).toBeInViewport();
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  }
  expect(new URL(page.url()).pathname).toBe(`/doubts/${id}`);
  await page.goBack();
  await expect(said(page).nth(2).locator("section li")).toBeInViewport();
});

test("a text with a picture from another site sends no request to that site", async ({ browser, site }) => {
  let asked = 0;
  const elsewhere = createServer((_, answer) => {
    asked++;
    answer.end();
  });
  await new Promise<void>((ready) => elsewhere.listen(0, "127.0.0.1", ready));
  const there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const text = `See ![the plot](${there}/a.png) and <img src="${there}/b.png">.`;
  const id = await newDoubt(site, "Ravi Kumar", text);
  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto(`/doubts/${id}`);
  const link = said(mentor).getByRole("link", { name: `Image at ${there.slice(7)}: the plot` });
  await expect(link).toHaveAttribute("href", `${there}/a.png`);
  await expect(said(mentor).locator("img")).toHaveCount(0);

  // The preview shows no picture either; its author is told, and can upload it with keys alone.
  const field = mentor.getByLabel("Your reply");
  await field.fill(text);
  await mentor.getByRole("button", { name: "Preview" }).click();
  await expect(previewOf(mentor)).toContainText("Pictures from other sites are shown as links.");
  const chooser = mentor.waitForEvent("filechooser");
  await previewOf(mentor).getByRole("button", { name: "Upload it to show it here." }).press(
    "Enter",
  );
  await (await chooser).setFiles(PICTURE);
  await expect(field).toHaveValue(/!\[Image\]\(\/api\/files\/[0-9a-f]{32}\)/);
  const shown = previewOf(mentor).locator("img");
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0);

  // Even if such a picture were left in a text, the page would not load it.
  await mentor.evaluate((address) => {
    document.body.append(Object.assign(document.createElement("img"), { src: address }));
  }, `${there}/c.png`);
  await mentor.waitForTimeout(500);
  expect(asked).toBe(0);
  await mentor.close();
  elsewhere.close();
});

test("in the editor, too, a picture from another site is shown as a link, and can be uploaded instead", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor?panel=question");
  const text = page.getByRole("textbox", { name: "Explanation", exact: true });
  await text.fill(`${CODE}\n\n![plot](https://elsewhere.test/p.png)`);
  const preview = page.locator(".w-md-editor-preview");
  await expect(preview).toContainText(CODE);
  await expect(preview.getByRole("link")).toHaveText("Image at elsewhere.test: plot");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload it to show it here." }).press("Enter");
  await (await chooser).setFiles(PICTURE);
  await expect(preview.locator("figure img")).toHaveCount(1);
  await text.fill("Without `![x](https://elsewhere.test/p.png)`");
  await expect(page.getByText("Pictures from other sites")).toHaveCount(0);
});

/** The entries of the thread: its newest 100 are there at once, and the first one; then 40 more. */
const ENTRIES = 181;

/** Creates a thread of a student and a mentor, with blocks of code. */
async function longThread(site: Site): Promise<string> {
  const id = await newDoubt(site, "Ravi Kumar", "Where do I begin?");
  for (let nth = 1; nth < ENTRIES; nth++) {
    const reply = `Step ${nth}.\n\n\`\`\`cpp\nint step = ${nth};\n\`\`\``;
    await send(site, "Asha Rao", `/doubts/${id}/reply`, { reply }, "PUT");
  }
  return id;
}

const log = (page: Page) => page.getByRole("log");

const partsOf = (page: Page) => ({
  entries: log(page).locator("li.panel"),
  items: log(page).getByRole("listitem"),
  earlier: page.getByRole("button", { name: /earlier entries/ }),
});

test("older entries come above the text being read, with the keyboard and up to the first; a failed fetch can be tried again", async ({ browser, site }) => {
  const id = await longThread(site);
  const page = await openPageAs(browser, site, "Zoya Khan");
  await page.goto(`/doubts/${id}`);
  const { entries, items, earlier } = partsOf(page);
  await expect(entries).toHaveCount(101);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.route("**/entries?*", (route) => route.abort());
  await earlier.click();
  await expect(page.getByText("Failed to load earlier entries.")).toBeVisible();
  await page.unroute("**/entries?*");

  await earlier.scrollIntoViewIfNeeded();
  await expect(earlier).toHaveText("Show earlier entries (80)");
  // The first entry below the button.
  const read = (await items.nth(2).elementHandle())!;
  const topOf = async () => (await read.boundingBox())?.y ?? NaN;
  const before = await topOf();
  await earlier.focus();
  await page.keyboard.press("Enter");
  await expect(entries).toHaveCount(141);
  // The buttons that run a block of code have come meanwhile, too.
  await expect(log(page).getByRole("button", { name: /^Run program/ }).first()).toBeAttached();
  await expect.poll(async () => Math.abs(await topOf() - before)).toBeLessThan(4);
  await expect(earlier).toBeFocused();
  await expect(earlier).toHaveText("Show earlier entries (40)");
  await expect(page.getByText("New since you came")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /new message/ })).toHaveCount(0);
  await send(site, "Ravi Kumar", `/doubts/${id}/followup`, { followup: "The last." }, "PUT");
  await expect(entries).toHaveCount(142);
  await expect(entries.last()).toContainText("The last.");

  await page.keyboard.press("Enter");
  await expect(entries).toHaveCount(ENTRIES + 1);
  await expect(items.nth(1)).toBeFocused();

  const mentor = await openPageAs(browser, site, "Asha Rao");
  await mentor.goto(`/doubts?view=triage&item=${id}`);
  const inTriage = partsOf(mentor);
  await expect(inTriage.entries.nth(20)).toBeVisible();
  await inTriage.earlier.click();
  await expect(inTriage.entries).toHaveCount(141);
});
