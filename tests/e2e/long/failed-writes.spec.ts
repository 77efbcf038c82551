/**
 * The message of each write that fails because the network is cut just before the button is
 * pressed. What goes into the outbox is not among them: it waits for the network
 * (replies.spec.ts), and fails only if the server refuses it (without-network.spec.ts, which also has
 * one write of each kind).
 */
import { expect, type Page } from "@playwright/test";
import {
  createOneOfEverything,
  expectNotice,
  goAnew,
  open,
  type Person,
  press,
} from "../school.ts";
import { test } from "../site.ts";

type Step = (page: Page) => Promise<unknown>;
type Act = [path: string, text: string, prepare: Step, act: Step];

const fill = (label: string, text: string, scope = "main"): Step => (page) =>
  page.locator(scope).getByLabel(label, { exact: true }).fill(text);
const all = (...steps: Step[]): Step => async (page) => {
  for (const step of steps) await step(page);
};
const DIALOG = "dialog[open]";

function acts({ question }: Awaited<ReturnType<typeof createOneOfEverything>>) {
  const assignment = `/assignments/${question}`;
  const giveUp = all(
    press(/^View Solution$/),
    (page) =>
      page.getByRole("button", { name: "Hide Solution" })
        .or(page.getByRole("dialog").getByRole("button", { name: "View Solution" })).click(),
  );
  return {
    "Zoya Khan": [
      [
        "/dashboard?panel=message",
        "Failed to send message.",
        all(fill("Subject", "Hello", "#panel"), fill("Message", "I was ill.", "#panel")),
        press("Send Message", "#panel"),
      ],
      [
        "/dashboard?panel=message",
        "Failed to fetch recipients.",
        (page) => page.getByLabel("personal").check(),
        press("Select Recipients"),
      ],
      [
        assignment,
        "Failed to update response.",
        fill("Learning notes", "Rows first."),
        press("Save Response"),
      ],
      [
        assignment,
        "Failed to load solution.",
        (page) => expect(page.getByRole("button", { name: "View Solution" })).toBeVisible(),
        giveUp,
      ],
      [
        assignment,
        "Failed to submit feedback.",
        all(giveUp, fill("Feedback", "Too short.")),
        press("Submit Feedback"),
      ],
    ],
    "Meena Das": [
      [
        "/dashboard?panel=briefing",
        "Failed to submit briefing.",
        fill("Summary", "Loops and more loops."),
        press("Update Briefing", "#panel"),
      ],
    ],
    "Asha Rao": [
      [
        "/mentor?panel=briefing",
        "Failed to create/update daily briefing.",
        fill("Summary", "Loops, at length."),
        press("Update Briefing", "#panel"),
      ],
      [
        "/mentor?panel=briefing",
        "Failed to delete daily briefing.",
        press("Delete", "#panel"),
        press("Delete", DIALOG),
      ],
      [
        "/mentor?panel=question",
        "Failed to create item.",
        all(
          fill("Title", "Transpose", "#panel"),
          (page) => page.getByLabel("Difficulty").selectOption("easy"),
          (page) => page.getByLabel("Category").selectOption("project"),
          (page) => page.getByLabel("Major Topic").selectOption("Arrays"),
        ),
        press("Create Question", "#panel"),
      ],
      [
        "/mentor?panel=announcement",
        "Failed to create announcement.",
        all(fill("Subject", "Rain", "#panel"), fill("Message", "Come anyway.", "#panel")),
        press("Create Announcement", "#panel"),
      ],
      [
        "/",
        "Failed to edit announcement.",
        all(
          press("Edit: Power cut"),
          fill("Subject", "No power", DIALOG),
        ),
        press("Save", DIALOG),
      ],
      [
        "/",
        "Failed to delete announcement.",
        press("Delete: Power cut"),
        press("Delete", DIALOG),
      ],
      [
        "/",
        "Failed to update briefing.",
        all(
          press(/^Edit the briefing of/),
          fill("Summary", "Loops once more.", DIALOG),
        ),
        press("Save", DIALOG),
      ],
      [
        "/",
        "Failed to delete briefing.",
        press(/^Delete the briefing of/),
        press("Delete", DIALOG),
      ],
      [
        assignment,
        "Failed to update solution.",
        all(
          press("Quick edit"),
          (page) => page.locator("textarea[name=content]").fill("Three loops."),
        ),
        press("Save Solution"),
      ],
      [
        assignment,
        "Failed to update solution visibility.",
        (page) => expect(page.getByRole("switch")).toBeVisible(),
        (page) => page.getByRole("switch").click(),
      ],
      [
        assignment,
        "Failed to update assignment.",
        all(press("Edit Question"), fill("Title", "Add two matrices of floats")),
        (page) => page.locator("main form [type=submit]").first().click(),
      ],
      [
        assignment,
        "Failed to assign personally.",
        all(
          press("Assign Personally"),
          fill("Search students", "ravi", DIALOG),
          (page) => page.getByRole("checkbox", { name: /Ravi Kumar/ }).check(),
        ),
        press("Assign", DIALOG),
      ],
      [
        `/solution/${question}`,
        "Failed to save solution.",
        fill("Text", "Four loops."),
        press("Save Solution"),
      ],
    ],
    "Vikram Shah": [
      [
        "/mentor",
        "Error saving weekly goal.",
        all(press("Create/Edit Weekly Goal"), fill("Add a goal", "Sleep", DIALOG)),
        press("Save", DIALOG),
      ],
      [
        "/mentor",
        "Failed to load your weekly goal",
        all(
          press("Create/Edit Weekly Goal"),
          (page) => expect(page.getByLabel("Add a goal")).toBeVisible(),
          press("Cancel", DIALOG),
        ),
        press("Create/Edit Weekly Goal"),
      ],
      [
        "/progress",
        "Failed to update weekly goal",
        all(press("Edit Weekly Goal"), fill("Add a goal", "Rest", DIALOG)),
        press("Save", DIALOG),
      ],
      [
        "/progress",
        "Failed to update weekly goal bullet",
        (page) => expect(page.getByRole("checkbox").first()).toBeVisible(),
        (page) => page.getByRole("checkbox").first().click(),
      ],
      [
        "/progress",
        "Failed to save daily update",
        all(press("Edit"), fill("Daily update", "Nearly all.", DIALOG)),
        press("Save", DIALOG),
      ],
    ],
    "Leela Nair": [
      [
        "/About",
        "Failed to save changes. Please try again.",
        all(press("Edit Content"), fill("Our Mission", "To teach.")),
        press("Save Changes"),
      ],
    ],
    "visitor": [
      [
        "/contact",
        "Failed to send your message.",
        all(fill("Name", "Anil"), fill("Email", "anil@home.test"), fill("Message", "Hello?")),
        press("Send Message"),
      ],
      [
        "/login",
        "Login failed.",
        all(fill("Email", "anil@home.test"), fill("Password", "Secret@123")),
        press("Sign In"),
      ],
      [
        "/register",
        "Registration failed: Unknown error",
        all(
          fill("Full Name", "Anil Verma"),
          fill("Email", "anil@home.test"),
          fill("Password", "Secret@123"),
        ),
        press("Register"),
      ],
      [
        "/register",
        "Verification failed.",
        all(
          fill("Full Name", "Anil Verma"),
          fill("Email", "anil@home.test"),
          fill("Password", "Secret@123"),
          press("Register"),
          fill("Code from the mail (OTP)", "12345"),
        ),
        // The last digit sends it.
        fill("Code from the mail (OTP)", "123456"),
      ],
      [
        "/forgot-password",
        "Failed to send OTP.",
        fill("Email", "anil@home.test"),
        (page) => page.locator("main [type=submit]").click(),
      ],
      [
        "/reset-password",
        "Failed to reset password.",
        all(
          fill("Email", "anil@home.test"),
          fill("Code from the mail (OTP)", "123456"),
          fill("New Password", "Secret@124"),
          fill("Confirm Password", "Secret@124"),
        ),
        (page) => page.locator("main [type=submit]").click(),
      ],
    ],
  } satisfies Partial<Record<Person, Act[]>>;
}

for (
  const who of [
    "Zoya Khan",
    "Meena Das",
    "Asha Rao",
    "Vikram Shah",
    "Leela Nair",
    "visitor",
  ] as const
) {
  test(`each failed write of ${who === "visitor" ? "a visitor" : who} shows a message`, async ({ browser, site }) => {
    const made = await createOneOfEverything(site);
    const page = await open(browser, site, who);
    page.setDefaultTimeout(10_000);
    await page.goto("/contact");
    for (const [path, text, prepare, act] of acts(made)[who] as Act[]) {
      await test.step(`${path}: ${text}`, async () => {
        await goAnew(page, path);
        await prepare(page);
        site.cut();
        try {
          await act(page);
          await expectNotice(page, text);
        } finally {
          site.mend();
        }
      });
    }
    await page.close();
  });
}
