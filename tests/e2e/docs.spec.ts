/** The published contract can be read and tried where it stands. */
import { Buffer } from "node:buffer";
import { expect, type Page } from "@playwright/test";
import { newDoubt, test } from "./site.ts";

const PASSWORD = "Secret@123";
const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

/** Finds a call, opens it, fills its fields, and sends it. @returns what is then said of the reply */
async function tried(page: Page, call: string, fields: Record<string, string> = {}) {
  const [method = "", path = ""] = call.split(" ");
  await page.getByLabel("Find a call").fill(call);
  const details = page.locator("#calls details[data-words]")
    .filter({ has: page.locator("summary b").getByText(path, { exact: true }) })
    .filter({ has: page.locator(".method").getByText(method, { exact: true }) });
  await expect(page.locator("#calls details[data-words]:visible")).not.toHaveCount(0);
  if (await details.getAttribute("open") === null) await details.locator("summary").first().click();
  for (const [label, value] of Object.entries(fields)) {
    await details.getByLabel(label, { exact: true }).fill(value);
  }
  await details.getByRole("button", { name: "Send" }).click();
  return details.getByRole("status");
}

test("a call is found, read, and sent with what was filled in", async ({ browser, site }) => {
  const doubt = await newDoubt(site, "Zoya Khan", "Where does the loop end?");
  const { email, name } = site.people["Zoya Khan"]?.user as { email: string; name: string };
  const page = await (await browser.newContext({ baseURL: site.url })).newPage();
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  await page.goto("/api/docs");

  await test.step("nobody is refused by name of the reason", async () => {
    const answer = await tried(page, "GET /auth/me");
    await expect(answer).toContainText(/^401, \d+ ms/);
    await expect(answer).toContainText('"code": "auth.token"');
  });
  await test.step("signing in keeps the token for the calls that follow", async () => {
    const body = JSON.stringify({ email, password: PASSWORD });
    const answer = await tried(page, "POST /auth/login", { "body (JSON)": body });
    await expect(answer).toContainText(/^200, /);
    await expect(page.getByLabel("Token, sent as x-auth-token")).not.toHaveValue("");
    await expect(await tried(page, "GET /auth/me")).toContainText(`"name": "${name}"`);
  });
  await test.step("an id goes into the path, a filter into the query", async () => {
    const thread = await tried(page, "GET /doubts/{id}", { "id (path)": doubt });
    await expect(thread).toContainText("Where does the loop end?");
    const none = { "assignmentTitle (query, optional)": "no such title" };
    await expect(await tried(page, "GET /doubts/filter-doubts", none)).toContainText('"total": 0');
  });
  await test.step("a body begins as an example, and goes with a key", async () => {
    const followup = { "id (path)": doubt, "body (JSON)": '{"followup": "And if it is empty?"}' };
    await expect(await tried(page, "PUT /doubts/{id}/followup", followup)).toContainText(/^200, /);
    const keyed = { ...followup, "Idempotency-Key (header, optional)": "no uuid" };
    await expect(await tried(page, "PUT /doubts/{id}/followup", keyed))
      .toContainText('"code": "idempotency.key"');
    await page.getByLabel("Find a call").fill("POST /messages");
    const send = page.locator("#calls details:visible").filter({ hasText: "Send a message." });
    await send.locator("summary").first().click();
    await expect(send.getByLabel("body (JSON)")).toHaveValue(/"subject": ""/);
    await expect(send).toContainText("For student, volunteer, mentor, admin.");
    await expect(send.getByRole("row").filter({ hasText: "401" })).toContainText("auth.token");
  });
  await test.step("a form takes files", async () => {
    await page.getByLabel("Find a call").fill("POST /upload");
    const upload = page.locator("#calls details:visible").first();
    await upload.locator("summary").first().click();
    await upload.getByLabel("file (form)").setInputFiles({
      name: "dot.gif",
      mimeType: "image/gif",
      buffer: Buffer.from(GIF, "base64"),
    });
    await upload.getByRole("button", { name: "Send" }).click();
    await expect(upload.getByRole("status")).toContainText(/^201, \d+ ms.*"url": "/s);
  });
  await test.step("what a role may not do is said", async () => {
    const answer = await tried(page, "GET /dashboard/admin");
    await expect(answer).toContainText(/^403, .*"code": "forbidden"/s);
  });
  await test.step("events have their shape beside them", async () => {
    const told = page.locator("#events details").filter({ hasText: "doubt.entry" });
    await told.locator("summary").click();
    await expect(told).toContainText('"doubtId"');
  });
  expect(faults).toEqual([]);
  await page.context().close();
});
