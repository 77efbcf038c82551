/** A running server for tests: its people, its mails, and a network that can be cut. */
import { type ChildProcess, spawn } from "node:child_process";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import process from "node:process";
import { Transform } from "node:stream";
import { createInterface } from "node:readline";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  type Route,
  test as base,
} from "@playwright/test";
import { freePort } from "../kit/process.ts";
import { until } from "../kit/until.ts";

type Mail = { to: string[]; code?: string; text: string };
type Made = {
  assignmentId: string;
  people: Record<string, { token: string; user: object }>;
  /** The id of the longest doubt, if the lists are long. */
  thread?: string;
  /** The address of another server on the same database. */
  second?: string;
  databaseUrl: string;
  /** The address of the provider of the school's accounts. */
  provider?: string;
};

export type Site = Made & {
  url: string;
  /** Returns the newest code that was mailed to an address. */
  codeFor(address: string): Promise<string>;
  /** Returns the texts that were mailed to an address, oldest first. */
  mailsFor(address: string): string[];
  /** Cuts every connection and refuses new ones, until `mend`. */
  cut(): void;
  mend(): void;
  /** Delays what is sent through new connections, by so many milliseconds on each way. */
  delay(ms: number): void;
  /** Ends the provider of the school's accounts. */
  endProvider(): Promise<void>;
  /** Cuts the next reply to a request for this path after so many bytes of its body. */
  breakReply(path: string, after?: number): void;
  /** Returns how many requests for addresses that begin so have come through the network. */
  requestsFor(path: string): number;
  /** Returns the byte ranges for which they asked; "" is the whole. */
  rangesFor(path: string): string[];
};

const PEOPLE = "mentor:Asha Rao,mentor:Vikram Shah,student:Ravi Kumar,student:Zoya Khan," +
  "volunteer:Meena Das,admin:Leela Nair";

/** The people of a whole class: four mentors and twelve students. */
const CLASS = ["Asha Rao", "Vikram Shah", "Nisha Iyer", "Arjun Das"].map((name) => `mentor:${name}`)
  .concat(Array.from({ length: 12 }, (_, at) => `student:Student ${at + 1}`)).join(",");

/** What a test's server has besides its people. */
type Content = {
  hasDemo: boolean;
  isLong: boolean;
  hasJudge: boolean;
  isClass: boolean;
  isPair: boolean;
  hasSchool: boolean;
};
/** The content of the server that most tests share. */
export const PLAIN: Content = {
  hasDemo: false,
  isLong: false,
  hasJudge: false,
  isClass: false,
  isPair: false,
  hasSchool: false,
};
type Running = { site: Site; stop(): Promise<void> };

/** Does something that the command palette knows, found by its name. */
export async function fromPalette(page: Page, name: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: /^Find a screen/ }).fill(name);
  await page.getByRole("option", { name }).first().click();
}

export const test = base.extend<
  Content & { site: Site; closesPages: void },
  { siteWith: (content: Content) => Promise<Site>; lasting: Set<BrowserContext> }
>({
  /** Whether to add the demo class; its people are called by their role. */
  hasDemo: [false, { option: true }],
  /** Whether lists are as long as they get. */
  isLong: [false, { option: true }],
  /** Whether the server runs programs. */
  hasJudge: [false, { option: true }],
  /** Whether its people are a whole class. */
  isClass: [false, { option: true }],
  /** Whether there are two servers. */
  isPair: [false, { option: true }],
  /** Whether everybody has an account of a school's provider. */
  hasSchool: [false, { option: true }],
  // A worker starts one server for each content, when a test first wants it.
  // deno-lint-ignore no-empty-pattern -- Playwright reads the names of the wanted fixtures
  siteWith: [async ({}, use) => {
    const running = new Map<string, Promise<Running>>();
    await use(async (content) => {
      const key = JSON.stringify(content);
      const one = running.get(key) ?? startSite(content);
      running.set(key, one);
      return (await one).site;
    });
    for (const one of running.values()) await (await one).stop();
  }, { scope: "worker", timeout: 600_000 }],
  // The start of a server does not count against the test that wants it first.
  site: [
    async ({ siteWith, hasDemo, isLong, hasJudge, isClass, isPair, hasSchool }, use) =>
      use(await siteWith({ hasDemo, isLong, hasJudge, isClass, isPair, hasSchool })),
    { timeout: 600_000 },
  ],
  /** Contexts that a worker's fixtures share among its tests. */
  // deno-lint-ignore no-empty-pattern -- Playwright reads the names of the wanted fixtures
  lasting: [({}, use) => use(new Set()), { scope: "worker" }],
  // A page that stays open follows the events of all later tests of its worker: it fetches, and
  // renders. Those that a hook opened before all tests stay.
  closesPages: [async ({ browser, lasting }, use) => {
    const earlier = new Set(browser.contexts().filter((one) => !isIdle(one)));
    await use();
    const isOwn = (one: BrowserContext) => !earlier.has(one) && !lasting.has(one) && !isIdle(one);
    await Promise.all(browser.contexts().filter(isOwn).map(giveBack));
  }, { auto: true }],
});

/** Waits until the page's socket is connected; with `count: 0`, until it is not. */
export const isLive = (
  page: Page,
  { count = 1, ...options }: { count?: number; timeout?: number } = {},
) => expect(page.locator("[data-connection=live]")).toHaveCount(count, options);

async function startSite(
  { hasDemo, isLong, hasJudge, isClass, isPair, hasSchool }: Content,
): Promise<Running> {
  const wire = await openWire();
  const child = startServer(wire, {
    ...(hasDemo && { DEMO_CLASS: "1" }),
    ...(isLong && { LONG_LISTS: "1" }),
    ...(hasJudge && { WITH_JUDGE: "1" }),
    ...(isClass && { PEOPLE: CLASS }),
    ...(isPair && { SECOND_SERVER: "1" }),
    ...(hasSchool && { WITH_SCHOOL: "1" }),
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const mails: Mail[] = [];
  const made = await new Promise<Made>((ready, fail) => {
    child.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
    lines.once("line", (line) => {
      ready(JSON.parse(line));
      lines.on("line", (line) => mails.push(JSON.parse(line)));
    });
  });
  return {
    site: {
      ...made,
      url: wire.url,
      cut: wire.cut,
      mend: wire.mend,
      delay: wire.delay,
      async endProvider() {
        // Not `child.kill`: after that, Deno sends the process no other signal.
        process.kill(child.pid ?? 0, "SIGUSR2");
        await until(() => fetch(made.provider ?? "").then(() => false, () => true));
      },
      breakReply: wire.breakReply,
      requestsFor: wire.requestsFor,
      rangesFor: wire.rangesFor,
      mailsFor: (address) => mails.filter(({ to }) => to.includes(address)).map(({ text }) => text),
      codeFor: (address) => until(() => mails.findLast(({ to }) => to.includes(address))?.code),
    },
    async stop() {
      child.removeAllListeners("exit");
      child.kill("SIGTERM");
      await new Promise((ended) => child.once("exit", ended));
      wire.close();
    },
  };
}

/**
 * Browser profiles that no test uses now, by whose they are. A new profile loads and compiles all
 * code anew, which takes twice as long as to open a page.
 */
const idle = new Map<string, BrowserContext[]>();
const keys = new WeakMap<BrowserContext, string>();
const isIdle = (one: BrowserContext) => idle.get(keys.get(one) ?? "")?.includes(one) ?? false;

/** The options of a page whose profile no other test gets, because the test changes it for good. */
export const OWN: BrowserContextOptions = {};
/** The same, and the page loads a compiler before a program is run, as it does on a line by cable. */
export const AHEAD: BrowserContextOptions = {};

/**
 * Opens a page in a browser profile that no other page of the test has, signed in as that person. It
 * has what the profile's earlier tests have loaded, but nothing that they have stored.
 * @param name null for a visitor
 * @param device gives it a new profile, unless it has only the size of the window
 */
export async function openPageAs(
  browser: Browser,
  site: Site,
  name: string | null,
  device: BrowserContextOptions = {},
): Promise<Page> {
  const session = name === null ? null : site.people[name];
  if (session === undefined) throw new Error(`nobody is called ${name}`);
  const { viewport, ...others } = device;
  if (device === OWN || device === AHEAD || Object.keys(others).length > 0) {
    return await (await newProfile(browser, site, session, device)).newPage();
  }
  const key = `${site.url} ${session?.token}`;
  const known = idle.get(key)?.pop();
  const context = known ?? await newProfile(browser, site, session);
  keys.set(context, key);
  const page = await context.newPage();
  if (known !== undefined) await clearStorage(page, site);
  if (viewport) await page.setViewportSize(viewport);
  return page;
}

async function newProfile(
  browser: Browser,
  { url }: Site,
  session: Made["people"][string] | null,
  device: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...device, baseURL: url });
  if (device !== AHEAD) await context.addInitScript(saveData);
  if (session === null) return context;
  await context.addInitScript(({ token, user }) => {
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify(user));
  }, session);
  return context;
}

/**
 * Asks for no downloads ahead. Runs in the page. To load a compiler takes 8 s of processor time, and
 * most journeys that come past a workspace run no program.
 */
function saveData(): void {
  const { connection } = navigator as Navigator & { connection?: object };
  if (connection) Object.defineProperty(connection, "saveData", { value: true });
}

/** Forgets what the profile's earlier pages have stored, also that they have loaded a compiler. */
async function clearStorage(page: Page, { url: origin }: Site): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,cache_storage";
  await chromium.send("Storage.clearDataForOrigin", { origin, storageTypes });
  await chromium.detach();
}

/** Closes the pages of a profile, and keeps it for the next test if it may have it. */
async function giveBack(context: BrowserContext): Promise<void> {
  const key = keys.get(context);
  if (key === undefined) return await context.close();
  await Promise.all(context.pages().map((page) => page.close()));
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  idle.set(key, [...idle.get(key) ?? [], context]);
}

/** Makes a call as that person, without the browser. */
export async function callApi(site: Site, name: string, path: string, init: RequestInit = {}) {
  const response = await fetch(`${site.url}/api${path}`, {
    ...init,
    headers: {
      "x-auth-token": site.people[name]?.token ?? "",
      ...(typeof init.body === "string" && { "content-type": "application/json" }),
    },
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`);
  return await response.json();
}

/**
 * Answers in place of the server, with the log position of the server's own reply. With an older
 * position, the client would get the whole log again.
 */
export async function answer(route: Route, json: unknown): Promise<void> {
  const response = await route.fetch();
  const seq = response.headers()["x-seq"];
  if (seq === undefined) throw new Error(`${route.request().url()} is no call of the API`);
  await route.fulfill({ json, headers: { "x-seq": seq } });
}

type QuestionOptions = {
  /** How it is given out; null leaves it with the staff. */
  tag?: "hw" | "cw" | "practice" | null;
  testCases?: { input: string; output: string; hidden?: boolean }[];
  starter?: string;
  givenFiles?: { name: string; text: string }[];
  fileName?: string;
};

/** Creates a question by Asha Rao, and gives it out. */
export async function newQuestion(
  site: Site,
  title: string,
  { tag = "hw", testCases = [], starter = "", givenFiles = [], fileName = "" }: QuestionOptions =
    {},
): Promise<string> {
  const fields = {
    title,
    explanation: "Read **n** numbers first.",
    difficulty: "easy",
    tags: "arrays",
    repoCategory: "question",
    questionType: "coding",
    majorTopic: "Arrays",
    testCases: JSON.stringify(testCases),
    starter,
    givenFiles: JSON.stringify(givenFiles),
    fileName,
  };
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const { _id } = await callApi(site, "Asha Rao", "/assignments", { method: "POST", body });
  if (tag === null) return _id;
  await callApi(site, "Asha Rao", `/assignments/${_id}/distribution`, {
    method: "PUT",
    body: JSON.stringify({ distributionTag: tag }),
  });
  return _id;
}

/** Raises a student's doubt on the site's question, after their earlier ones are resolved. */
export async function newDoubt(site: Site, student: string, doubtText: string): Promise<string> {
  const { doubts } = await callApi(
    site,
    student,
    "/doubts/filter-doubts?scope=mine&resolved=false",
  );
  for (const { _id } of doubts) {
    await callApi(site, student, `/doubts/${_id}/resolve`, { method: "PUT", body: "{}" });
  }
  const body = JSON.stringify({ assignmentId: site.assignmentId, doubtText });
  return (await callApi(site, student, "/doubts", { method: "POST", body }))._id;
}

function startServer(wire: Wire, made: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ["run", "-A", "--no-check", "tests/kit/serve.ts"], {
    env: {
      ...process.env,
      PORT: String(wire.behind),
      PUBLIC_URL: wire.url,
      PEOPLE,
      WEBHOOK_HOSTS: "localhost",
      ...made,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

type Wire =
  & Pick<Site, "url" | "cut" | "mend" | "delay" | "breakReply" | "requestsFor" | "rangesFor">
  & {
    behind: number;
    close(): void;
  };

/** Passes on what it gets, so many milliseconds later. */
function late(ms: number): Transform {
  return new Transform({
    transform(bytes, _, done) {
      setTimeout(() => this.push(bytes), ms);
      done();
    },
    flush: (done) => void setTimeout(done, ms),
  });
}

/** Opens a TCP proxy between browser and server. */
async function openWire(): Promise<Wire> {
  const behind = freePort();
  const open = new Set<Socket>();
  let isCut = false;
  let lag = 0;
  let toBreak: { path: string; after: number } | null = null;
  const asked: { path: string; range: string }[] = [];
  const wire = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(behind, "127.0.0.1");
    for (const [one, other] of [[near, far], [far, near]] as const) {
      open.add(one);
      if (lag > 0) one.pipe(late(lag)).pipe(other);
      else one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
    near.on("data", (bytes) => {
      const head = bytes.toString("latin1", 0, 4096);
      const [, path] = /^GET (\S+)/.exec(head) ?? [];
      if (path === undefined) return;
      asked.push({ path, range: /^range: *(.*?)\r$/im.exec(head)?.[1] ?? "" });
      if (toBreak === null || !path.startsWith(toBreak.path)) return;
      let { after: left } = toBreak;
      toBreak = null;
      far.unpipe(near);
      let isBody = false;
      far.on("data", (said) => {
        const body = isBody ? 0 : said.indexOf("\r\n\r\n") + 4;
        isBody = true;
        const part = said.subarray(0, body + left);
        left -= part.length - body;
        near.write(part, () => left <= 0 && near.destroy());
      });
      far.resume();
    });
  });
  await new Promise<void>((ready) => wire.listen(0, "127.0.0.1", ready));
  const { port } = wire.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    behind,
    cut() {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => isCut = false,
    delay: (ms) => lag = ms,
    breakReply: (path, after = 20) => toBreak = { path, after },
    requestsFor: (path) => asked.filter((one) => one.path.startsWith(path)).length,
    rangesFor: (path) => asked.filter((one) => one.path.startsWith(path)).map(({ range }) => range),
    close: () => wire.close(),
  };
}
