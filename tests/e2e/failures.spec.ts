/** What is said when something fails: each text reached by its failure, not by a pretended reply. */
import { type Browser, expect, type Page } from "@playwright/test";
import { call, newDoubt, newQuestion, pageOf, type Site, test } from "./site.ts";

type Person =
  | "visitor"
  | "Asha Rao"
  | "Vikram Shah"
  | "Zoya Khan"
  | "Meena Das"
  | "Leela Nair";

async function open(browser: Browser, site: Site, who: Person): Promise<Page> {
  if (who !== "visitor") return await pageOf(browser, site, who);
  return await (await browser.newContext({ baseURL: site.url })).newPage();
}

const send = (site: Site, name: string, path: string, body: object, method = "POST") =>
  call(site, name, path, { method, body: JSON.stringify(body) });

/** A class in which there is one of everything. */
async function school(site: Site) {
  const question = await newQuestion(site, "Add two matrices");
  await send(
    site,
    "Asha Rao",
    `/assignments/${question}/solution`,
    { solution: "Two loops." },
    "PUT",
  );
  const shown = { solutionVisible: true };
  await send(site, "Asha Rao", `/assignments/${question}/solution-visibility`, shown, "PUT");
  const solved = { responseStatus: "solved", studentSolution: "int main() {}" };
  await send(site, "Zoya Khan", `/assignments/${question}/status`, solved, "PUT");
  const doubt = await newDoubt(site, "Zoya Khan", "Rows or columns first?");
  const letter = { subject: "Lab", body: "Open late today.", links: [] };
  const message = await send(site, "Asha Rao", "/messages", {
    ...letter,
    isPublic: true,
    recipients: [],
  });
  const announced = await call(site, "", "/messages/announcement");
  if (!announced.some(({ subject }: { subject: string }) => subject === "Power cut")) {
    await send(site, "Asha Rao", "/messages/announcement", { ...letter, subject: "Power cut" });
  }
  if ((await call(site, "", "/dailyBriefing/recent")).length === 0) {
    const texts = { classSummary: "Loops.", classQuestions: "None.", homeworkQuestions: "None." };
    await send(site, "Asha Rao", "/dailyBriefing", texts);
  }
  const { _id: user } = site.people["Vikram Shah"]?.user as { _id: string };
  if ((await call(site, "Vikram Shah", `/goals/user/${user}`)).length === 0) {
    const items = [{ text: "Read every response", completed: false, justification: "" }];
    await send(site, "Vikram Shah", "/goals", { user, weeklyTarget: JSON.stringify(items) });
  }
  const [goal] = await call(site, "Vikram Shah", `/goals/user/${user}`);
  if (goal.dailyReports.length === 0) {
    const today = {
      update: "Half of them.",
      isCompleted: true,
      justification: "",
      rating: "Satisfied",
    };
    await send(site, "Vikram Shah", `/goals/${goal._id}`, { dailyReports: [today] }, "PUT");
  }
  const student = (site.people["Zoya Khan"]?.user as { _id: string })._id;
  return { question, doubt, message: message._id as string, student };
}

/** Said as a notice. */
const said = (page: Page, text: string) =>
  expect(page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true }))
    .toBeVisible();

const section = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name: new RegExp(`^Show Section ?: ${name}$`) }).click();
};
const press = (name: string | RegExp, scope = "main") => (page: Page) =>
  page.locator(scope).getByRole("button", { name, exact: true }).click();

/** Goes there within the app, as a link does. */
const go = (page: Page, path: string) =>
  page.evaluate((path) => history.pushState(null, "", path), path);

type Load = [path: string, heading: string, text: string, then?: (page: Page) => Promise<void>];

function loads({ question, doubt, message, student }: Awaited<ReturnType<typeof school>>) {
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
  const made = await school(site);
  for (const [who, cases] of Object.entries(loads(made)) as [Person, Load[]][]) {
    const page = await open(browser, site, who);
    await page.goto("/contact");
    // Once with the network, so that the code of every screen is there.
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
        await test.step(`${who} at ${path}: ${text}`, () => said(page, text));
        await go(page, "/contact");
        await expect(page.getByRole("heading", { name: "Contact Us" })).toBeVisible();
      }
    } finally {
      site.mend();
    }
    await page.context().close();
  }
});

type Step = (page: Page) => Promise<unknown>;
type Act = [path: string, text: string, prepare: Step, act: Step];

const fill = (label: string, text: string, scope = "main"): Step => (page) =>
  page.locator(scope).getByLabel(label, { exact: true }).fill(text);
const all = (...steps: Step[]): Step => async (page) => {
  for (const step of steps) await step(page);
};
const DIALOG = "dialog[open]";

function acts({ question }: Awaited<ReturnType<typeof school>>) {
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
          section("Announcements"),
          press("Edit: Power cut"),
          fill("Subject", "No power", DIALOG),
        ),
        press("Save", DIALOG),
      ],
      [
        "/",
        "Failed to delete announcement.",
        all(section("Announcements"), press("Delete: Power cut")),
        press("Delete", DIALOG),
      ],
      [
        "/",
        "Failed to update briefing.",
        all(
          section("Class Briefings"),
          press(/^Edit the briefing of/),
          fill("Summary", "Loops once more.", DIALOG),
        ),
        press("Save", DIALOG),
      ],
      [
        "/",
        "Failed to delete briefing.",
        all(section("Class Briefings"), press(/^Delete the briefing of/)),
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
          fill("OTP", "123456"),
        ),
        press(/^Verify/),
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
          fill("OTP", "123456"),
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
  test(`what ${who === "visitor" ? "a visitor" : who} could not do is said`, async ({ browser, site }) => {
    const made = await school(site);
    const page = await open(browser, site, who);
    page.setDefaultTimeout(10_000);
    for (const [path, text, prepare, act] of acts(made)[who] as Act[]) {
      await test.step(`${path}: ${text}`, async () => {
        await page.goto(path);
        await prepare(page);
        site.cut();
        try {
          await act(page);
          await said(page, text);
        } finally {
          site.mend();
        }
      });
    }
    await page.context().close();
  });
}

test("a reply, a follow-up or a review that the server refuses is said", async ({ browser, site }) => {
  const { question, doubt, student } = await school(site);
  const mentor = await pageOf(browser, site, "Vikram Shah");
  const online = async (isOnline: boolean) => await mentor.context().setOffline(!isOnline);
  await mentor.goto(`/doubts/${doubt}`);
  await mentor.getByLabel("Your reply").fill("Rows first.");
  await online(false);
  await mentor.getByRole("button", { name: "Send Reply" }).click();
  await send(site, "Zoya Khan", `/doubts/${doubt}/resolve`, {}, "PUT");
  await online(true);
  await said(mentor, "Failed to send reply.");

  await mentor.goto(`/solutions?item=${question}.${student}`);
  const form = mentor.getByRole("form", { name: "Review" });
  await form.getByRole("radio", { name: "approved", exact: true }).check();
  await form.getByLabel("Mentor Comment").fill("Well done.");
  await online(false);
  await form.getByRole("button", { name: "Submit Review" }).click();
  const again = { responseStatus: "solved", studentSolution: "int main() { return 0; }" };
  await send(site, "Zoya Khan", `/assignments/${question}/status`, again, "PUT");
  await online(true);
  await said(mentor, "Failed to update review.");
  await expect(form.getByLabel("Mentor Comment")).toHaveValue("Well done.");
  await mentor.context().close();

  const second = await newDoubt(site, "Zoya Khan", "What does auto do?");
  const owner = await pageOf(browser, site, "Zoya Khan");
  await owner.goto(`/doubts/${second}`);
  await owner.getByRole("button", { name: "Ask Again" }).click();
  await owner.getByLabel("What is still unclear?").fill("In a loop, I mean.");
  await owner.context().setOffline(true);
  await owner.getByRole("button", { name: "Send Follow-up" }).click();
  await send(site, "Zoya Khan", `/doubts/${second}/resolve`, {}, "PUT");
  await owner.context().setOffline(false);
  await said(owner, "Failed to send follow-up.");
  await owner.context().close();
});

test("where the clipboard is forbidden, copying says so", async ({ browser, site }) => {
  const { question } = await school(site);
  const page = await pageOf(browser, site, "Asha Rao");
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
  await page.context().close();
});
