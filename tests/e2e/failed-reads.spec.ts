/** Each screen says what it could not fetch when the network is gone. */
import { expect, type Page } from "@playwright/test";
import { createOneOfEverything, expectNotice, go, open, type Person, section } from "./school.ts";
import { test } from "./site.ts";

type Load = [path: string, heading: string, text: string, then?: (page: Page) => Promise<void>];

function loads(
  { question, doubt, message, student }: Awaited<ReturnType<typeof createOneOfEverything>>,
) {
  return {
    "visitor": [
      ["/", "Stuck? Ask.", "Failed to load announcements."],
      ["/", "Stuck? Ask.", "Failed to fetch recent briefings.", section("Class Briefings")],
      [
        "/",
        "Stuck? Ask.",
        "Failed to fetch homework assignments.",
        section("Homework & Classwork"),
      ],
      ["/", "Stuck? Ask.", "Failed to fetch recent mentor messages.", section("Mentor Messages")],
      ["/About", "Our Team", "Failed to load team members"],
    ],
    "Zoya Khan": [
      [
        "/dashboard?panel=personal",
        "Personal Assignments",
        "Failed to fetch personal assignments.",
      ],
      ["/dashboard?panel=messages", "Messages", "Failed to fetch messages."],
      [`/messages/${message}`, "Lab", "Failed to fetch message details."],
      [`/assignments/${question}`, "Add two matrices", "Failed to load assignment details."],
      ["/practice", "Practice", "Failed to fetch practice assignments."],
      ["/doubts", "Doubts", "Failed to fetch filtered doubts."],
      [`/doubts/${doubt}`, "Reverse an array", "Failed to load doubt details."],
      ["/Student-solutions", "My submitted solutions", "Failed to fetch reviews"],
      [
        `/Student-solutions?item=${question}`,
        "Add two matrices",
        "Failed to fetch assignment details",
      ],
      ["/briefings/archive", "Archives", "Failed to fetch previous briefings."],
      ["/briefings/archive?tab=announcements", "Archives", "Failed to fetch announcements."],
    ],
    "Vikram Shah": [
      ["/mentor", "Mentor Dashboard", "Failed to fetch mentor statistics."],
      ["/progress", "Progress", "Failed to fetch your goals"],
      ["/solutions", "Solutions", "Failed to fetch reviews"],
      [
        `/solutions?item=${question}.${student}`,
        "Add two matrices",
        "Failed to fetch assignment details",
      ],
      [
        `/solution/${question}`,
        "Solution: Add two matrices",
        "Failed to load solution data (or no solution yet).",
      ],
    ],
    "Leela Nair": [
      ["/mentor", "Admin Dashboard", "Failed to fetch admin statistics."],
      ["/mentor?panel=contact", "Contact Messages", "Failed to fetch contact messages."],
      ["/mentor?panel=admin", "Admin Panel", "Failed to fetch users."],
    ],
  } satisfies Partial<Record<Person, Load[]>>;
}

test("each screen says what it could not fetch when the network is gone", async ({ browser, site }) => {
  const made = await createOneOfEverything(site);
  for (const [who, cases] of Object.entries(loads(made)) as [Person, Load[]][]) {
    const page = await open(browser, site, who);
    await page.goto("/contact");
    // First with the network, so that the code of every screen is loaded.
    for (const [path, heading, , then] of cases) {
      await go(page, path);
      await expect(page.getByRole("heading", { name: heading }).first(), path).toBeVisible();
      await then?.(page);
      await expect(page.locator(".skeleton"), path).toHaveCount(0);
      await go(page, "/contact");
      await expect(page.getByRole("heading", { name: "Contact Us" })).toBeVisible();
    }
    site.cut();
    try {
      for (const [path, , text, then] of cases) {
        await go(page, path);
        await then?.(page);
        await test.step(`${who} at ${path}: ${text}`, () => expectNotice(page, text));
        await go(page, "/contact");
        await expect(page.getByRole("heading", { name: "Contact Us" })).toBeVisible();
      }
    } finally {
      site.mend();
    }
    await page.close();
  }
});
