/**
 * Texts as they are written and read: editors with pictures and text blocks, used with a mouse, by
 * touch, with the clipboard and with keys; rich text looks as it was written, and older entries of a
 * thread move nothing.
 */
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { resolve } from "node:path";
import { type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import { send } from "./school.ts";
import { callApi, newDoubt, newQuestion, openPageAs, OWN, type Site, test } from "./site.ts";

const PICTURE = resolve("tests/pictures/triage.png");
/** Bytes per second, so slow that an upload's progress can be seen. */
const SLOW = 40_000;

const near = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);

async function slowly(page: Page, work: () => Promise<void>): Promise<void> {
  const cdp = await near(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1 };
  await cdp.send("Network.enable");
  await cdp.send("Network.emulateNetworkConditions", { ...network, uploadThroughput: SLOW });
  await work();
  await cdp.send("Network.emulateNetworkConditions", { ...network, uploadThroughput: -1 });
}

/** Drops a file from the desktop, with the browser's own drag events. */
async function drop(page: Page, { file, on }: { file: string; on: Locator }): Promise<void> {
  const { x, y, width, height } = await boxOf(on);
  const at = { x: x + width / 2, y: y + height / 2 };
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  const cdp = await near(page);
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await cdp.send("Input.dispatchDragEvent", { type, ...at, data });
  }
}

async function boxOf(what: Locator) {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (box === null) throw new Error("it is not shown");
  return box;
}

/** Puts a drawn picture on the clipboard. */
async function copyPicture(page: Page): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(60, 30);
    canvas.getContext("2d")?.fillRect(5, 5, 20, 20);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  });
}

const FIGURE =
  /<figure class="image"><img src="[^"]*\/files\/[^"]+" alt="Image" width="300" height="150"><figcaption>Image<\/figcaption><\/figure>/g;
const figures = (text: string): number => text.match(FIGURE)?.length ?? 0;

test("a picture is dropped and another pasted into the explanation; half-typed entries are kept", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor?panel=question");
  const text = page.getByRole("textbox", { name: "Explanation", exact: true });
  await text.fill("Look at this:");
  await expect(page.locator(".w-md-editor")).toBeVisible();
  const progress = page.getByRole("progressbar", { name: "Uploading triage.png" });
  await slowly(page, async () => {
    await drop(page, { file: PICTURE, on: text });
    await expect(progress).toBeVisible();
    await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(0);
  });
  await expect(progress).toHaveCount(0);
  await expect.poll(async () => figures(await text.inputValue())).toBe(1);
  await copyPicture(page);
  await text.click();
  await page.keyboard.press("ControlOrMeta+v");
  await expect.poll(async () => figures(await text.inputValue())).toBe(2);
  await expect(text).toHaveValue(/^Look at this:/);
  const preview = page.locator(".w-md-editor-preview img");
  await expect(preview).toHaveCount(2);
  for (const image of await preview.all()) {
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
  }

  // A test case and a similar question that are typed but not added: both survive a reload, and are
  // sent with the form.
  const panel = page.locator("#panel");
  await panel.getByLabel("Input", { exact: true }).fill("1 2 3");
  await panel.getByLabel("Question title").fill("Sum");
  await page.reload();
  await expect(panel.getByLabel("Input", { exact: true })).toHaveValue("1 2 3");
  await expect(panel.getByLabel("Question title")).toHaveValue("Sum");
  await panel.getByLabel("Title", { exact: true }).fill("Read a picture");
  await panel.getByLabel("Difficulty").selectOption("easy");
  await panel.getByLabel("Category").selectOption("project");
  await panel.getByLabel("Major Topic").selectOption("Arrays");
  await panel.getByRole("button", { name: "Create Question" }).click();
  await expect(panel.getByText("Test case must have at least input and output.")).toBeVisible();
  await expect(panel.getByText("Please provide both title and URL for similar question."))
    .toBeVisible();
  await expect(panel.getByLabel("Output", { exact: true }), "the first that is wrong")
    .toBeFocused();
  await panel.getByLabel("Output", { exact: true }).fill("6");
  await panel.getByLabel("URL", { exact: true }).fill("https://example.org/sum");
  await panel.getByRole("button", { name: "Create Question" }).click();
  await expect(page.getByText("Item created successfully!")).toBeVisible();
  const all = await callApi(site, "Asha Rao", "/assignments/allResource");
  const { _id } = all.find(({ title }: { title: string }) => title === "Read a picture");
  const made = await callApi(site, "Asha Rao", `/assignments/${_id}`);
  expect(made.testCases).toEqual([{ input: "1 2 3", output: "6" }]);
  expect(made.similarQuestions).toEqual([{ title: "Sum", url: "https://example.org/sum" }]);
  expect(made.explanation).toContain("<figure");
});

test("a picture that cannot be uploaded is only logged", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/mentor?panel=question");
  const text = page.getByRole("textbox", { name: "Explanation", exact: true });
  await text.fill("Look:");
  await expect(page.locator(".w-md-editor")).toBeVisible();
  const logged = page.waitForEvent("console", {
    predicate: (one) => /triage\.png/.test(one.text()),
  });
  site.cut();
  try {
    await drop(page, { file: PICTURE, on: text });
    expect((await logged).type()).toBe("error");
  } finally {
    site.mend();
  }
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(text).toHaveValue("Look:");
});

const blocks = (page: Page) => page.getByRole("button", { name: /^Move text block/ });
const handle = (page: Page, place: number) =>
  page.getByRole("button", { name: `Move text block ${place}`, exact: true });

/** Creates three blocks, of which the last is open. */
async function threeBlocks(page: Page, site: Site): Promise<string> {
  const id = await newQuestion(site, "Put in order");
  await page.goto(`/solution/${id}`);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.fill("alpha");
  await page.getByRole("button", { name: "Add text block" }).click();
  await text.fill("beta");
  await page.getByText("or triple click here").click({ clickCount: 3 });
  await expect(blocks(page)).toHaveCount(3);
  await expect(text, "where one goes on").toBeFocused();
  await text.fill("gamma");
  await shows(page, ["alpha", "beta", "gamma"]);
  return id;
}

/** Checks the order of the words in the preview, which is the order that is saved. */
const shows = (page: Page, words: string[]) =>
  expect(page.getByRole("region", { name: "Preview" }).locator("p")).toHaveText(words);

/** Pastes into the field that has the focus, as a program's clipboard would. */
const paste = (page: Page, data: Record<string, string>, hasPicture = false) =>
  page.evaluate(async ([data, hasPicture]) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text);
    if (hasPicture) {
      const canvas = new OffscreenCanvas(60, 30);
      canvas.getContext("2d")?.fillRect(5, 5, 20, 20);
      const blob = await canvas.convertToBlob();
      clipboardData.items.add(new File([blob], "image.png", { type: "image/png" }));
    }
    const event = { clipboardData, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", event));
  }, [data, hasPicture] as const);

test("pasted code gets a fence that one key takes back, a pasted table stays one, and code that is sent without a fence is asked about once", async ({ browser, site }) => {
  const doubt = await newDoubt(site, "Zoya Khan", "Why is it so?");
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto(`/doubts/${doubt}`);
  const reply = page.getByLabel("Your reply");
  await reply.click();
  const code = "#include <iostream>\nint main() {\n    int __x__;\n}";
  await paste(page, { "text/plain": code });
  await expect(reply).toHaveValue(`\`\`\`cpp\n${code}\n\`\`\`\n`);
  await page.keyboard.press("Control+z");
  await expect(reply).toHaveValue(code);
  await page.keyboard.press("Control+a");
  // As a spreadsheet does it: a text, HTML and a picture.
  const html = "<table><tr><td>n</td><td>n²</td></tr><tr><td>3</td><td>9</td></tr></table>";
  await paste(page, { "text/plain": "n\tn²\n3\t9", "text/html": html }, true);
  await expect(reply).toHaveValue("| n | n² |\n| - | -- |\n| 3 | 9  |");
  await page.keyboard.press("Control+z");
  await expect(reply).toHaveValue(code);
  await page.keyboard.press("Control+a");
  await paste(page, {}, true);
  await expect(reply).toHaveValue(/^!\[Image\]\(\/api\/files\/\w+\)$/);

  const typed = "int a[2];\ncout << __x__;";
  await reply.fill(`See:\n${typed}`);
  await reply.press("Control+Enter");
  await page.getByRole("button", { name: "Put it into a code block" }).click();
  await expect(reply).toHaveValue(`See:\n\n\`\`\`cpp\n${typed}\n\`\`\``);
  await reply.press("Control+z");
  await reply.press("Control+Enter");
  await expect(page.getByText("int a[2]; cout << __x__;")).toBeVisible();
});

test("keys that belong to the composition of a character do nothing else", async ({ browser, site }) => {
  const doubt = await newDoubt(site, "Zoya Khan", "Why is it so?");
  const page = await openPageAs(browser, site, "Asha Rao");
  const cdp = await near(page);
  /** Presses keys while "नम" is composed in the field that has the focus, and then takes it. */
  async function compose(...keys: string[]): Promise<void> {
    const text = "नम";
    await cdp.send("Input.imeSetComposition", { text, selectionStart: 2, selectionEnd: 2 });
    for (const key of keys) await page.keyboard.press(key);
    await cdp.send("Input.insertText", { text });
  }
  await page.goto(`/doubts/${doubt}`);
  const reply = page.getByLabel("Your reply");
  await reply.click();
  await compose("Control+Enter", "Escape");
  await expect(reply).toBeFocused();
  await expect(reply).toHaveValue("नम");

  await page.keyboard.press("Control+k");
  const find = page.getByRole("combobox");
  await expect(find).toBeFocused();
  await page.keyboard.type("About ");
  await expect(page.getByRole("option", { name: /About/ }).first()).toBeVisible();
  await compose("Enter");
  await expect(find, "nothing was chosen").toHaveValue("About नम");
});

test("text blocks are moved with the mouse, by touch and with keys", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  const id = await threeBlocks(page, site);

  // With the mouse: the first block moves below the second.
  const [from, to] = [await boxOf(handle(page, 1)), await boxOf(handle(page, 2))];
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + to.height + 12, { steps: 8 });
  await page.mouse.up();
  await shows(page, ["beta", "alpha", "gamma"]);
  await expect(page.getByText("Block moved to place 2 of 3.")).toBeAttached();

  // By touch: the second block moves above the first, and the page does not scroll meanwhile.
  const cdp = await near(page);
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const [second, first] = [await boxOf(handle(page, 2)), await boxOf(handle(page, 1))];
  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  const x = second.x + second.width / 2;
  const finger = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: y === undefined ? [] : [{ x, y }],
    });
  const start = second.y + second.height / 2;
  const end = first.y - 4;
  await finger("touchStart", start);
  for (let step = 1; step <= 8; step++) await finger("touchMove", start + (end - start) * step / 8);
  await finger("touchEnd");
  await shows(page, ["alpha", "beta", "gamma"]);
  expect(await scrolled()).toBe(before);
  await cdp.send("Emulation.setTouchEmulationEnabled", { enabled: false });

  // With keys: the handle keeps the focus, and stops at the ends.
  await handle(page, 3).focus();
  await page.keyboard.press("ArrowUp");
  await shows(page, ["alpha", "gamma", "beta"]);
  await expect(handle(page, 2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await shows(page, ["gamma", "alpha", "beta"]);
  await expect(handle(page, 1)).toBeFocused();

  // Deleting asks for confirmation, and moves the focus to the next block.
  await page.getByRole("button", { name: "Delete text block 3" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
  await shows(page, ["gamma", "alpha"]);
  await expect(page.getByRole("button", { name: "Delete text block 2" })).toBeFocused();
  await page.getByRole("button", { name: "Save Solution" }).click();
  await expect(page.getByText("Solution saved successfully!")).toBeVisible();
  const { content } = await callApi(site, "Asha Rao", `/assignments/${id}/solution`);
  expect(content.indexOf("gamma")).toBeLessThan(content.indexOf("alpha"));
});

test("a triple click in the preview adds a block, and a code sample can be copied", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao", OWN);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await threeBlocks(page, site);
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("beta").click({ clickCount: 3 });
  await expect(blocks(page)).toHaveCount(4);
  const text = page.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue("");
  await text.click({ clickCount: 3 });
  await expect(blocks(page), "in a field it selects").toHaveCount(4);
  await text.fill("```cpp\nint n = 7;\n```");
  const copy = preview.getByRole("button", { name: "Copy", exact: true });
  await expect(preview.getByText("int n = 7;")).toBeVisible();
  // The test controls the clock: on a busy machine the notice would otherwise disappear before it
  // is checked.
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now()) + 10_000);
  await copy.click();
  const copied = preview.getByRole("button", { name: "Copied!" });
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("int n = 7;\n");
  await page.clock.runFor(1400);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copy).toBeVisible();

  // A picture for the solution, from the file chooser.
  await page.clock.resume();
  await page.locator("main input[type=file]").setInputFiles(PICTURE);
  const picture = preview.locator("figure img");
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture, "its own proportions are others").toHaveCSS("width", "300px");
  await expect(picture).toHaveCSS("height", "150px");
  await expect(preview.locator("figcaption")).toHaveText("Image");
});

const CODE = "Use #include <vector> and vector<int> v";

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
  // What is typed during the upload stays.
  let goOn = () => {};
  const typed = new Promise<void>((ready) => goOn = ready);
  await mentor.route("**/api/upload", async (route) => {
    await typed;
    await route.continue();
  });
  await (await chooser).setFiles(PICTURE);
  await field.press("ControlOrMeta+End");
  await field.pressSequentially(" More.");
  goOn();
  await expect(field).toHaveValue(/ More\.\s+!\[Image\]\(\/api\/files\/[0-9a-f]{32}\)/);
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
