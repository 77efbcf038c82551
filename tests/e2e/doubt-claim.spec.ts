/** Two mentors and one doubt: a claim, a takeover, and replies of both. */
import { expect } from "@playwright/test";
import { newDoubt, openPageAs, test } from "./site.ts";

test("one mentor claims a doubt, another takes it over, and both can reply", async ({ browser, site }) => {
  const id = await newDoubt(site, "Zoya Khan", "Does swap need a third variable?");
  const [asha, vikram] = [
    await openPageAs(browser, site, "Asha Rao"),
    await openPageAs(browser, site, "Vikram Shah"),
  ];
  await asha.goto(`/doubts/${id}`);
  await vikram.goto(`/doubts/${id}`);
  await expect(vikram.getByText("Nobody has this yet.")).toBeVisible();
  await asha.getByRole("button", { name: "I have this" }).click();
  await expect(asha.getByText(/You have this until/)).toBeVisible();
  await expect(vikram.getByText(/Asha Rao has this until/)).toBeVisible();
  await expect(vikram.getByText("review", { exact: true })).toBeVisible();

  await vikram.getByRole("button", { name: "Take over" }).click();
  await vikram.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
  await expect(asha.getByText(/Vikram Shah has this until/)).toBeVisible();

  await asha.getByLabel("Your reply").fill("std::swap does it for you.");
  await asha.getByRole("button", { name: "Send Reply" }).click();
  await expect(vikram.getByRole("log").getByText("std::swap does it for you.")).toBeVisible();
  await expect(vikram.getByText(/You have this until/)).toBeVisible();

  await vikram.getByLabel("Your reply").fill("And by hand it takes one.");
  await vikram.getByRole("button", { name: "Send Reply" }).click();
  await expect(asha.getByRole("log").getByText("And by hand it takes one.")).toBeVisible();
  await expect(asha.getByText("Nobody has this yet.")).toBeVisible();
  for (const page of [asha, vikram]) await page.context().close();
});
