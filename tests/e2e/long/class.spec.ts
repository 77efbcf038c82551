/**
 * A class by keys: one mentor, then four mentors at once, answer the doubts of twelve students and
 * review what they hand in. The last line counts keys, mouse moves, items that were decided twice or
 * not at all, looks at which the longest wait was out of sight, and places in the line that moved
 * back.
 */
import { type Browser, expect, type Page } from "@playwright/test";
import { listen, type Listener } from "../../kit/socket.ts";
import { send } from "../school.ts";
import { callApi, newQuestion, openPageAs, type Site, test } from "../site.ts";

test.use({ isClass: true });

const MENTORS = ["Asha Rao", "Vikram Shah", "Nisha Iyer", "Arjun Das"];
const STUDENTS = Array.from({ length: 12 }, (_, at) => `Student ${at + 1}`);

const counts = { keys: 0, mouse: 0, twice: 0, lost: 0, unseen: 0, back: 0 };

async function press(page: Page, key: string): Promise<void> {
  counts.keys += 1;
  await page.keyboard.press(key);
}

/** An item that waits. */
interface Item {
  student: string;
  /** Counts its decisions. */
  decisions: () => Promise<number>;
}

/** A kind of work: its screen, and how a mentor decides one item of it. */
interface Work {
  path: string;
  /** The name of the items before their keys, as the staff are told of them. */
  item: "doubt" | "review";
  nothing: string;
  field: string;
  /** The text that another mentor's decision leaves on the open item. */
  isDone: RegExp;
  /** Makes items wait: some of each student, in turn. */
  make: (site: Site, count: number) => Promise<Item[]>;
  decide: (page: Page) => Promise<void>;
}

/** Makes a new question whenever every student has one item. */
async function inTurn(
  site: Site,
  count: number,
  make: (one: { question: string; student: string; at: number }) => Promise<Item>,
): Promise<Item[]> {
  const made = [];
  let question = "";
  for (let at = 0; at < count; at++) {
    if (at % STUDENTS.length === 0) question = await newQuestion(site, `Class question ${at}`);
    made.push(await make({ question, student: STUDENTS[at % STUDENTS.length] ?? "", at }));
  }
  return made;
}

const doubts: Work = {
  path: "/doubts?view=triage",
  item: "doubt",
  nothing: "No doubt is waiting.",
  field: "Your reply",
  isDone: /has answered this/,
  make: (site, count) =>
    inTurn(site, count, async ({ question, student, at }) => {
      const body = { assignmentId: question, doubtText: `Why does step ${at} fail?` };
      const { _id } = await send(site, student, "/doubts", body);
      const decisions = async () => {
        const { conversation } = await callApi(site, student, `/doubts/${_id}`);
        return conversation.filter(({ type }: { type: string }) => type === "reply").length;
      };
      return { student, decisions };
    }),
  async decide(page) {
    await press(page, "r");
    await expect(page.getByLabel(this.field)).toBeFocused();
    counts.keys += 8;
    await page.keyboard.type("Like so.");
    await press(page, "Control+Enter");
  },
};

const reviews: Work = {
  path: "/solutions?view=triage",
  item: "review",
  nothing: "Nothing is waiting for review.",
  field: "Mentor Comment",
  isDone: /has set this to|^by /,
  make: (site, count) =>
    inTurn(site, count, async ({ question, student, at }) => {
      const body = { responseStatus: "solved", studentSolution: `int main() { return ${at}; }` };
      await send(site, student, `/assignments/${question}/status`, body, "PUT");
      const { _id } = site.people[student]?.user as { _id: string };
      const decisions = async () => {
        const path = `/assignments/${question}/responses/${_id}/history`;
        const history = await callApi(site, student, path);
        return history.filter(({ type }: { type: string }) => type === "review").length;
      };
      return { student, decisions };
    }),
  async decide(page) {
    await press(page, "a");
    await expect(page.getByRole("radio", { name: "approved", exact: true })).toBeChecked();
    await press(page, "Control+Enter");
  },
};

/** Follows every student's line, and counts the places that move back. */
async function followLines(site: Site): Promise<Listener[]> {
  return await Promise.all(STUDENTS.map(async (name) => {
    const { token = "", user } = site.people[name] ?? {};
    const ear = await listen(site, { token });
    const places = new Map<string, number>();
    ear.socket.on("line", ({ doubts }: { doubts: { doubtId: string; place: number }[] }) => {
      for (const { doubtId, place } of doubts) {
        if (place > (places.get(doubtId) ?? Infinity)) counts.back += 1;
        places.set(doubtId, place);
      }
    });
    const { _id } = user as { _id: string };
    await ear.socket.timeout(5000).emitWithAck("watch", { lineOf: _id });
    return ear;
  }));
}

/** The names of those who have an item open first, by item. */
type Readers = ReadonlyMap<string, string>;

/** Follows who reads what, as every desk of the staff is told. */
async function followReaders(site: Site): Promise<{ ear: Listener; readers: Readers }> {
  const ear = await listen(site, { token: site.people["Asha Rao"]?.token ?? "" });
  const readers = new Map<string, string>();
  type Told = { readers: { item: string; by: { name: string } }[] };
  ear.socket.on("reading", (told: Told) => {
    readers.clear();
    for (const { item, by } of told.readers.toReversed()) readers.set(item, by.name);
  });
  await ear.socket.timeout(5000).emitWithAck("reading", { item: null });
  return { ear, readers };
}

interface Desk {
  page: Page;
  mentor: string;
  work: Work;
  readers: Readers;
}

const openItem = (page: Page) =>
  page.evaluate(() => new URLSearchParams(location.search).get("item"));

async function openDesk(browser: Browser, site: Site, desk: Omit<Desk, "page">): Promise<Desk> {
  const page = await openPageAs(browser, site, desk.mentor);
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { moves: number };
    seen.moves = 0;
    // Chromium tells the page of a mouse that stands still when the page below it changes.
    addEventListener("mousemove", ({ movementX, movementY }) => {
      if (movementX !== 0 || movementY !== 0) seen.moves += 1;
    });
  });
  await page.goto(desk.work.path);
  await expect(page.getByText("Longest wait:")).toBeAttached();
  return { ...desk, page };
}

/** Returns what a mentor sees who takes the time to read: meanwhile, the desks tell who reads it. */
async function look({ page, mentor, work, readers }: Desk) {
  if (await page.getByText(work.nothing).isVisible()) return "nothing waits";
  const item = await openItem(page);
  if (item === null || !await page.getByLabel(work.field).isVisible()) return "not yet";
  const pane = page.getByRole("article");
  if (await pane.getByText(work.isDone).first().isVisible()) return "done by another";
  return readers.get(`${work.item}:${item}`) === mentor ? "mine" : "not yet";
}

/** Decides until nothing waits that others do not already have open. */
async function decideAll(desk: Desk): Promise<void> {
  const { page, work } = desk;
  for (let times = 0; times < 100; times++) {
    let seen = "";
    await expect.poll(async () => seen = await look(desk), { timeout: 60_000 }).not.toBe("not yet");
    if (seen === "nothing waits") break;
    const item = await openItem(page);
    if (!await page.getByText(/^(Longest wait:|Nobody waits\.)$/).isVisible()) counts.unseen += 1;
    if (seen === "done by another") {
      await press(page, "j");
      if (await openItem(page) === item) break;
    } else {
      await work.decide(page);
      await expect.poll(() => openItem(page)).not.toBe(item);
    }
  }
  counts.mouse += await page.evaluate(() => (globalThis as unknown as { moves: number }).moves);
  await page.context().close();
}

async function countDecisions(items: readonly Item[]): Promise<void> {
  for (const { decisions } of items) {
    const count = await decisions();
    if (count > 1) counts.twice += 1;
    if (count === 0) counts.lost += 1;
  }
}

test("a class by keys: one mentor alone, then four at once on twenty items", async ({ browser, site }) => {
  test.setTimeout(600_000);
  const ears = await followLines(site);
  const { ear, readers } = await followReaders(site);
  for (const work of [doubts, reviews]) {
    for (const mentors of [MENTORS.slice(0, 1), MENTORS]) {
      const items = await work.make(site, mentors.length === 1 ? STUDENTS.length : 20);
      const desks = await Promise.all(
        mentors.map((mentor) => openDesk(browser, site, { mentor, work, readers })),
      );
      await Promise.all(desks.map(decideAll));
      await countDecisions(items);
    }
  }
  for (const { socket } of [...ears, ear]) socket.disconnect();
  const { keys, ...faults } = counts;
  const { mouse, twice, lost, unseen, back } = faults;
  console.log(
    `class: ${keys} keys, ${mouse} mouse moves, ${twice} decided twice, ${lost} lost, ` +
      `${unseen} looks without the longest wait, ${back} places that moved back`,
  );
  expect(faults).toEqual({ mouse: 0, twice: 0, lost: 0, unseen: 0, back: 0 });
});
