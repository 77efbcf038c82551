/** A token is made and copied for a program; an admin sees a delivery arrive, and sends it again. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "@playwright/test";
import { expectNoViolations } from "./axe.ts";
import { newDoubt, openPageAs, test } from "./site.ts";

test("a mentor makes a token, copies it, and takes it back", async ({ browser, site }) => {
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/profile#tokens");
  const tokens = page.getByRole("region", { name: "API tokens" });
  await tokens.getByLabel("Name of the token").fill("Timetable");
  await tokens.getByRole("button", { name: "Make a token" }).click();
  await tokens.getByRole("button", { name: "Copy" }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  const call = () =>
    fetch(`${site.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
  expect((await (await call()).json()).name).toBe("Asha Rao");
  await expectNoViolations(page, "#tokens");
  await tokens.getByRole("button", { name: /^Take back.*Timetable/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take back" }).click();
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
  await page.getByRole("button", { name: "Make the webhook" }).click();
  await expect(page.getByLabel("Address")).toBeFocused();
  await page.getByLabel("Address").fill(`http://localhost:${port}/doubts`);
  await page.getByRole("button", { name: "Make the webhook" }).click();
  await expect(page.getByLabel("The secret, shown only now")).toHaveValue(/^whsec_/);
  const webhook = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem").first();
  await webhook.getByRole("button", { name: /^Last 50 deliveries/ }).click();
  await expect(webhook).toContainText("Nothing has been sent yet.");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();

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
  await expect(page.getByText("There are no webhooks yet.")).toBeVisible();
  receiver.close();
});
