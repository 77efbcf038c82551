/**
 * What other programs use: the published contract, which can be read and tried at /api/docs, a token,
 * and a webhook. A long run tries every kind of field, and checks the page with axe.
 */
import { Buffer } from "node:buffer";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import process from "node:process";
import { expect, type Locator, type Page } from "@playwright/test";
import { axeOf, COLOUR_RULES, expectNoViolations } from "./axe.ts";
import { PASSWORD } from "./school.ts";
import { isLive, newDoubt, openPageAs, test } from "./site.ts";

const isLong = process.env.TEST_SIZE === "long";
const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/**
 * Shows only the calls of a tag: fewer calls in the page make each step cheaper. The filter also
 * finds paths, so "/doubts/" leaves out "/students/{id}/doubts".
 */
async function filtered(page: Page, wanted: string): Promise<void> {
  const tag = wanted.replaceAll("/", "");
  await page.locator(".operation-filter-input").fill(wanted);
  await expect(page.locator(".opblock-tag-section")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: tag }).first()).toBeVisible();
  await openGroup(page, tag);
}

/** Shows the calls of a group. */
async function openGroup(page: Page, tag: string): Promise<void> {
  const group = page.locator(`.opblock-tag[data-tag="${tag}"]`);
  // The filter, which draws the groups anew a moment later, may undo a click.
  await expect(async () => {
    const isOpen = await group.getAttribute("data-is-open") === "true";
    if (!isOpen) await group.locator("span").first().click();
    await expect(group).toHaveAttribute("data-is-open", "true", { timeout: 5000 });
  }).toPass();
}

/** Finds a call, like "GET /doubts/{id}", with the filter, and opens it. */
async function opened(page: Page, call: string): Promise<Locator> {
  const [method = "", path = ""] = call.split(" ");
  await filtered(page, /^\/[^/]+\/?/.exec(path)?.[0] ?? "");
  const control = page.locator(`.opblock-${method.toLowerCase()}`).filter({
    has: page.locator(`[data-path="${path}"]`),
  });
  await expect(control).toHaveCount(1);
  const button = control.locator(".opblock-summary-control");
  if (await button.getAttribute("aria-expanded") === "false") await button.click();
  return control;
}

type Fields = { path?: Record<string, string>; query?: Record<string, string>; body?: string };

/** Fills in the fields of a call and sends it. Returns the row of the reply. */
async function tried(page: Page, call: string, { path, query, body }: Fields = {}) {
  const block = await opened(page, call);
  for (const [place, values] of [["path", path], ["query", query]] as const) {
    for (const [name, value] of Object.entries(values ?? {})) {
      const row = `tr[data-param-name="${name}"][data-param-in="${place}"]`;
      await block.locator(`${row} input`).fill(value);
    }
  }
  if (body !== undefined) await block.getByLabel("Body", { exact: true }).fill(body);
  await block.getByRole("button", { name: "Execute" }).click();
  return block.locator(".live-responses-table tbody tr.response").first();
}

test("a call can be found, read, filled in and sent, and the page is readable in both colour schemes", async ({ browser, site }) => {
  const doubt = await newDoubt(site, "Zoya Khan", "Where is the first cell?");
  const { email, name } = site.people["Zoya Khan"]?.user as { email: string; name: string };
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: "reduce" });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) faults.push(message.text());
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(site.url)) faults.push(`a request to ${request.url()}`);
  });
  await page.goto("/api/docs");
  await test.step("the pushed events are listed", async () => {
    await expect(page.locator(".opblock-tag").nth(15)).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "doubt.opened" })).toBeVisible();
  });
  await test.step("the filter shows only matching calls", async () => {
    await page.locator(".operation-filter-input").focus();
    // Each typed letter renders all calls again.
    await page.keyboard.insertText("goals");
    await openGroup(page, "goals");
    await expect(page.locator(".opblock")).toHaveCount(4);
  });
  await test.step("a visitor, with the keyboard, is refused with an error code", async () => {
    await filtered(page, "auth");
    const block = page.locator("#operations-auth-getAuthMe");
    await block.locator(".opblock-summary-control").focus();
    await page.keyboard.press("Enter");
    await block.getByRole("button", { name: "Execute" }).focus();
    await page.keyboard.press("Enter");
    const answer = block.locator(".live-responses-table tbody tr.response").first();
    await expect(answer).toContainText("401");
    await expect(answer).toContainText('"code": "auth.token"');
  });
  await test.step("signing in keeps the token for the calls that follow", async () => {
    const call = await opened(page, "POST /auth/login");
    await expect(call.getByLabel("Body", { exact: true })).toHaveValue(/"password"/);
    const body = JSON.stringify({ email, password: PASSWORD });
    await expect(await tried(page, "POST /auth/login", { body })).toContainText('"token"');
    await expect(await tried(page, "GET /auth/me")).toContainText(`"name": "${name}"`);
  });
  if (isLong) await tryMore(page, doubt);
  expect(faults).toEqual([]);
  await context.close();
});

/** What a long run tries, too: to draw the whole page of calls again for each step takes long. */
async function tryMore(page: Page, doubt: string): Promise<void> {
  await test.step("an id goes into the path, and a body is sent as it was edited", async () => {
    const path = { id: doubt };
    const body = '{"followup": "And if it is empty?"}';
    const answer = await tried(page, "PUT /doubts/{id}/followup", { path, body });
    await expect(answer).toContainText("And if it is empty?");
    const wrong = await tried(page, "PUT /doubts/{id}/followup", { path, body: "{}" });
    await expect(wrong).toContainText('"code": "invalid"');
  });
  await test.step("the description lists the roles that may call, and the error codes", async () => {
    const call = await opened(page, "PUT /doubts/{id}/followup");
    await expect(call).toContainText("For student, volunteer.");
    await expect(call.locator('tr.response[data-code="401"]')).toContainText("auth.token");
    await expect(call.getByLabel("Body", { exact: true })).toHaveValue(/^\{\}$/);
    await expectReadable(page);
  });
  await test.step("a filter goes into the query", async () => {
    const query = { assignmentTitle: "no such title" };
    await expect(await tried(page, "GET /doubts/filter-doubts", { query }))
      .toContainText('"total": 0');
  });
  await test.step("a form takes files", async () => {
    const call = await opened(page, "POST /upload");
    await call.locator('input[type="file"]').setInputFiles({
      name: "dot.gif",
      mimeType: "image/gif",
      buffer: Buffer.from(GIF, "base64"),
    });
    await call.getByRole("button", { name: "Execute" }).click();
    await expect(call.locator(".live-responses-table tbody tr.response").first())
      .toContainText(/201.*"url": "/s);
  });
}

/** Checks the page with axe: all rules in light colours, and the rules about colours in dark ones. */
async function expectReadable(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const axe = await axeOf(page, {});
    // Swagger UI gives the replies of each open call a region without a name.
    if (colorScheme === "light") axe.disableRules(["landmark-unique"]);
    else axe.withRules(COLOUR_RULES);
    const { violations } = await axe.analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`),
      colorScheme,
    ).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("a mentor makes a token, copies it, and takes it back @main", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/profile#tokens");
  const tokens = page.getByRole("region", { name: "API tokens" });
  const takeBack = async (name: string) => {
    await tokens.getByRole("button", { name: new RegExp(`^Revoke.*${name}`) }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  };
  for (const [at, name] of ["Last year", "Timetable"].entries()) {
    await tokens.getByLabel("Name of the token").fill(name);
    await tokens.getByRole("button", { name: "Create a token" }).click();
    await expect(tokens.getByRole("listitem")).toHaveCount(at + 1);
  }
  // The new token stays on the screen while the one that it replaces is taken back.
  await takeBack("Last year");
  await expect(tokens.getByRole("listitem")).toHaveCount(1);
  await tokens.getByRole("button", { name: "Copy" }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const call = () =>
    fetch(`${site.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await (await call()).json()).name).toBe("Asha Rao");
  await expectNoViolations(page, "#tokens");
  await takeBack("Timetable");
  await expect(tokens.getByRole("listitem")).toHaveCount(0);
  await expect(tokens.getByText("shown only now")).toHaveCount(0);
  expect((await call()).status).toBe(401);
});

test("an admin makes a webhook, sees a doubt's delivery appear, and sends it again", async ({ browser, site }) => {
  const ids: unknown[] = [];
  const receiver = createServer((request, reply) => {
    ids.push(request.headers["webhook-id"]);
    reply.end("Thanks.");
  });
  await new Promise<void>((listening) => receiver.listen(0, "127.0.0.1", listening));
  const { port } = receiver.address() as AddressInfo;
  const page = await openPageAs(browser, site, "Leela Nair");
  await page.goto("/mentor?panel=admin&tab=webhooks");
  await page.getByLabel("Address").fill("https://elsewhere.test/");
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByLabel("Address")).toBeFocused();
  await page.getByLabel("Address").fill(`http://localhost:${port}/doubts`);
  await page.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByLabel("The secret, shown only now")).toHaveValue(/^whsec_/);
  const webhook = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").first();
  await webhook.getByRole("button", { name: /^Last 50 deliveries/ }).click();
  await expect(webhook).toContainText("Nothing has been sent yet.");
  await isLive(page);

  await newDoubt(site, "Ravi Kumar", "Why does my loop never end?");
  const delivery = webhook.getByRole("listitem").first();
  await expect(delivery).toContainText("A doubt is raised");
  await expect(delivery).toContainText("Delivered");
  await expect(delivery).toContainText("200 Thanks.");
  await expectNoViolations(page, "#panel");
  await delivery.getByRole("button", { name: /^Send again/ }).click();
  await expect.poll(() => ids.length).toBe(2);
  expect(ids[1]).toBe(ids[0]);
  await webhook.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No webhooks yet.")).toBeVisible();
  await expect(page.getByLabel("The secret, shown only now")).toHaveCount(0);
  receiver.close();
});
