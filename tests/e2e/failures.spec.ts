/**
 * Error messages, each caused by its real failure and not by a faked reply where possible. Those of
 * all screens and all writes are in long/failed-reads.spec.ts and long/failed-writes.spec.ts.
 */
import { expect } from "@playwright/test";
import { createOneOfEverything, expectNotice, goAnew, press, send } from "./school.ts";
import { newDoubt, openPageAs, test } from "./site.ts";

test("a write that fails says so: of a panel, of a dialog, and of a switch", async ({ browser, site }) => {
  const { question } = await createOneOfEverything(site);
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto("/contact");
  const fails = async (act: Promise<unknown>, text: string) => {
    await act;
    await expectNotice(page, text);
    site.mend();
  };
  try {
    await goAnew(page, "/mentor?panel=announcement");
    await page.locator("#panel").getByLabel("Subject", { exact: true }).fill("Rain");
    await page.locator("#panel").getByLabel("Message", { exact: true }).fill("Come anyway.");
    site.cut();
    await fails(press("Create Announcement", "#panel")(page), "Failed to create announcement.");
    await goAnew(page, "/");
    await press("Delete: Power cut")(page);
    site.cut();
    await fails(press("Delete", "dialog[open]")(page), "Failed to delete announcement.");
    await goAnew(page, `/assignments/${question}`);
    await expect(page.getByRole("switch")).toBeChecked();
    site.cut();
    await fails(page.getByRole("switch").click(), "Failed to update solution visibility.");
    await expect(page.getByRole("switch")).toBeChecked();
  } finally {
    site.mend();
  }
});

test("a screen keeps its content if a refresh fails, and shows a message only for an error reply", async ({ browser, site }) => {
  const { doubt } = await createOneOfEverything(site);
  const page = await openPageAs(browser, site, "Vikram Shah");
  let resync = () => {};
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer();
    resync = () => socket.send('42["resync"]');
  });
  await page.goto(`/doubts/${doubt}`);
  const asked = page.getByText("Rows or columns first?").first();
  await expect(asked).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const alerts = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof Element && node.role === "alert") texts.push(node.textContent ?? "");
      }
    }).observe(document.body, { childList: true, subtree: true });
    return texts;
  });
  let isReached = false;
  const ofThread = (url: URL) => url.pathname === `/api/doubts/${doubt}`;
  await page.route(
    ofThread,
    (route) =>
      isReached
        ? route.fulfill({ status: 500, json: { msg: "Server error", code: "server" } })
        : route.abort("connectionrefused"),
  );
  const failed = page.waitForEvent("requestfailed", (request) => ofThread(new URL(request.url())));
  resync();
  await failed;
  // The screen retries by itself.
  await page.waitForEvent("requestfailed", (request) => ofThread(new URL(request.url())));
  isReached = true;
  await expectNotice(page, "Failed to load doubt details.");
  expect(await alerts.jsonValue()).toEqual(["Failed to load doubt details."]);
  await expect(asked).toBeVisible();
});

test("a reply, a follow-up, a review or a resolved doubt that the server refuses shows a message", async ({ browser, site }) => {
  const { question, doubt, student } = await createOneOfEverything(site);
  const mentor = await openPageAs(browser, site, "Vikram Shah");
  const online = async (isOnline: boolean) => await mentor.context().setOffline(!isOnline);
  await mentor.goto(`/doubts/${doubt}`);
  await mentor.getByLabel("Your reply").fill("Rows first.");
  await online(false);
  await mentor.getByRole("button", { name: "Send Reply" }).click();
  await send(site, "Zoya Khan", `/doubts/${doubt}/resolve`, {}, "PUT");
  await online(true);
  await expectNotice(mentor, "Failed to send reply.");

  await mentor.goto(`/solutions?item=${question}.${student}`);
  const form = mentor.getByRole("form", { name: "Review" });
  await form.getByRole("radio", { name: "approved", exact: true }).check();
  await form.getByLabel("Mentor Comment").fill("Well done.");
  await online(false);
  await form.getByRole("button", { name: "Submit Review" }).click();
  const again = { responseStatus: "solved", studentSolution: "int main() { return 0; }" };
  await send(site, "Zoya Khan", `/assignments/${question}/status`, again, "PUT");
  await online(true);
  await expectNotice(mentor, "Failed to update review.");
  await expect(form.getByLabel("Mentor Comment")).toHaveValue("Well done.");
  await mentor.close();

  const second = await newDoubt(site, "Zoya Khan", "What does auto do?");
  const owner = await openPageAs(browser, site, "Zoya Khan");
  await owner.goto(`/doubts/${second}`);
  await owner.getByRole("button", { name: "Ask Again" }).click();
  await owner.getByLabel("What is still unclear?").fill("In a loop, I mean.");
  await owner.context().setOffline(true);
  await owner.getByRole("button", { name: "Send Follow-up" }).click();
  await send(site, "Zoya Khan", `/doubts/${second}/resolve`, {}, "PUT");
  await owner.context().setOffline(false);
  await expectNotice(owner, "Failed to send follow-up.");

  const third = await newDoubt(site, "Zoya Khan", "What does const do?");
  await owner.goto(`/doubts/${third}`);
  const found = owner.getByRole("button", { name: "I found it myself" });
  await owner.route(
    `**/api/doubts/${third}/resolve`,
    (route) => route.fulfill({ status: 500, json: { msg: "Server error", code: "server" } }),
  );
  await found.click();
  await expect(owner.getByText("Marked as resolved.")).toBeVisible();
  await expectNotice(owner, "Failed to mark doubt as resolved.");
  // The doubt is open as before.
  await expect(owner.getByText("Marked as resolved.")).toHaveCount(0);
  await expect(found).toBeVisible();
});

test("copying shows a message if the clipboard is forbidden", async ({ browser, site }) => {
  const { question } = await createOneOfEverything(site);
  const page = await openPageAs(browser, site, "Asha Rao");
  await page.goto(`/solution/${question}`);
  const near = await page.context().newCDPSession(page);
  const { targetInfo } = await near.send("Target.getTargetInfo");
  const whole = await browser.newBrowserCDPSession();
  await whole.send("Browser.setPermission", {
    permission: { name: "clipboard-write" },
    setting: "denied",
    origin: site.url,
    browserContextId: targetInfo.browserContextId,
  });
  await page.getByRole("textbox", { name: "Text" }).fill("```cpp\nint n;\n```");
  const told = page.waitForEvent("dialog");
  const click = page.getByRole("button", { name: "Copy" }).click();
  const alert = await told;
  expect(alert.message()).toBe("Failed to copy code.");
  await alert.accept();
  await click;
});
