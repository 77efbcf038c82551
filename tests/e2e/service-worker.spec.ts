/**
 * The service worker: a new build replaces the old one, two people who share a browser never get
 * each other's replies, pushes are shown and lead to their place, and http:// works without it.
 */
import { type BrowserContext, expect, type Page, type Worker } from "@playwright/test";
import { type Builds, openBuilds } from "./builds.ts";
import { send } from "./school.ts";
import { isLive, newDoubt, type Site, test as base } from "./site.ts";

const test = base.extend<{ builds: Builds; context: BrowserContext }>({
  builds: async ({ site }, use) => {
    const builds = await openBuilds(site);
    await use(builds);
    builds.close();
  },
  context: async ({ browser, builds }, use) => {
    const context = await browser.newContext({ baseURL: builds.url, serviceWorkers: "allow" });
    await use(context);
    await context.close();
  },
});

/** Signs the browser in as this person, without a word to the page that is open. */
async function become(page: Page, site: Site, name: string): Promise<void> {
  await page.evaluate(({ token, user }) => {
    localStorage.setItem("token", token);
    localStorage.setItem("user", JSON.stringify(user));
  }, site.people[name] as { token: string; user: object });
}

// In about one of sixteen runs Chromium lets a new worker wait for minutes: the page works meanwhile.
test.describe.configure({ retries: 1 });

/** Opens the app as this person in a browser that has not been here before. */
async function firstVisit(page: Page, site: Site, name: string, path: string): Promise<void> {
  await page.goto("/favicon.svg");
  await become(page, site, name);
  await page.goto(path);
  await isLive(page);
}

/** Returns the paths of all that is kept under each name that begins so. */
const kept = (page: Page, prefix: string) =>
  page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    const paths = async (name: string) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    return Object.fromEntries(
      await Promise.all(
        names.map(async (name): Promise<[string, string[]]> => [name, await paths(name)]),
      ),
    );
  }, prefix);

/** Returns the names of the scripts and style sheets that are kept for a page without a network. */
const files = async (page: Page) =>
  Object.values(await kept(page, "shell-")).flat().filter((path) => /\.(js|css)$/.test(path))
    .filter((path) => path.startsWith("/assets/"));

const startOf = (page: Page) =>
  page.evaluate(() =>
    document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute("src") ??
      ""
  );

test("a new build shows on the next visit and replaces all files of the old one; one visit suffices for the next without a network", async ({ page, site, builds }) => {
  await firstVisit(page, site, "Ravi Kumar", "/practice");
  const heading = page.getByRole("heading", { level: 1 });
  const title = await heading.textContent() ?? "";
  const first = await startOf(page);
  await expect.poll(() => files(page)).toContain(first);
  builds.cut();
  await page.reload();
  await expect(heading).toHaveText(title);
  builds.mend();

  for (const [name, hasNewWorker] of [["two", false], ["three", true]] as const) {
    // What this page still loads would be kept after the next build has come.
    await page.goto("about:blank");
    builds.deploy(name, { hasNewWorker });
    await page.goto("/practice");
    expect(await startOf(page), "the page itself is the new one").toContain(`-${name}.js`);
    await isLive(page);
    const worker = () =>
      page.evaluate(async () => {
        const { active, waiting } = await navigator.serviceWorker.ready;
        return [active?.scriptURL ?? "", waiting];
      });
    const ending = hasNewWorker ? `-${name}.js` : ".js";
    // Chromium lets a new worker take over when the old one has been idle for 30 s at the latest.
    await expect.poll(worker, { timeout: 90_000 })
      .toEqual([expect.stringContaining(ending), null]);
    await expect.poll(() => files(page)).toContain(await startOf(page));
    await expect.poll(async () => Object.keys(await kept(page, "shell-")).length).toBe(1);
    const old = async () => (await files(page)).filter((path) => !path.includes(`-${name}.`));
    // The worker deletes them one after the other.
    await expect.poll(old, "nothing of an older build is kept").toEqual([]);
    builds.cut();
    await page.reload();
    await expect(heading).toHaveText(title);
    expect(await startOf(page)).toContain(`-${name}.js`);
    builds.mend();
    await page.waitForLoadState("networkidle");
  }
  const all = Object.values(await kept(page, "")).flat();
  expect(all.filter((path) => path.startsWith("/cpp/")), "the compiler is not kept twice").toEqual(
    [],
  );
});

test("what was said in an open thread can be read without a network: the reply, the own answer, the program", async ({ page, site, builds }) => {
  const path = `/doubts/${await newDoubt(site, "Ravi Kumar", "Where does my queue begin?")}`;
  const run = await send(site, "Ravi Kumar", `/assignments/${site.assignmentId}/runs`, {
    source: "int queue = 0;",
  });
  const asked = { followup: "It is in my program.", runId: run._id };
  await send(site, "Ravi Kumar", `${path}/followup`, asked, "PUT");
  await firstVisit(page, site, "Ravi Kumar", path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await isLive(page);
  await page.waitForLoadState("networkidle");
  await send(site, "Asha Rao", `${path}/reply`, { reply: "It begins at its head." }, "PUT");
  const reply = page.getByText("It begins at its head.");
  await expect(reply).toBeVisible();
  const keptThread = () =>
    page.evaluate(
      async (path) => await (await caches.match(path, { ignoreVary: true }))?.text(),
      `/api${path}`,
    );
  await expect.poll(keptThread).toContain("It begins at its head.");
  await page.getByRole("button", { name: "Ask Again" }).click();
  await page.keyboard.insertText("And where does it end?");
  await page.getByRole("button", { name: "Send Follow-up" }).click();
  await expect.poll(keptThread).toContain("And where does it end?");
  builds.cut();
  await page.reload();
  await expect(reply).toBeVisible();
  await expect(page.getByText("And where does it end?")).toBeVisible();
  await expect(page.getByText("int queue = 0;").first()).toBeVisible();
  builds.mend();

  // A classmate has read it, and is on another screen when its student hides the name.
  await become(page, site, "Zoya Khan");
  await page.goto(path);
  await expect(reply).toBeVisible();
  await page.reload();
  await expect.poll(keptThread).toContain("Ravi Kumar");
  await page.goto("/practice");
  await isLive(page);
  await send(site, "Ravi Kumar", path, { anonymous: true }, "PATCH");
  await expect.poll(keptThread).toBeUndefined();
});

test("nobody gets the replies of who used the browser before: after a crash, and after the end of a session", async ({ page, site, builds }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Where does my stack end?");
  await send(site, "Ravi Kumar", `/doubts/${id}`, { private: true }, "PATCH");
  const path = `/doubts/${id}`;
  const text = page.getByText("Where does my stack end?").first();
  const ravi = `private-${(site.people["Ravi Kumar"]?.user as { _id: string })._id}`;
  const hasThread = async () => (await kept(page, ravi))[ravi]?.includes(`/api${path}`) ?? false;
  /** Asks the worker for the thread without a network, with this person's token or none. */
  const asks = (name: string | null) =>
    page.evaluate(
      ({ path, token }) =>
        fetch(path, { headers: token === null ? {} : { "x-auth-token": token } })
          .then((answer) => answer.text(), () => "no network"),
      { path: `/api${path}`, token: name && site.people[name]?.token || null },
    );
  await firstVisit(page, site, "Ravi Kumar", path);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await expect(text).toBeVisible();
  await expect.poll(hasThread).toBe(true);
  builds.cut();
  await page.reload();
  await expect(text).toBeVisible();
  expect(await asks("Ravi Kumar")).toContain("Where does my stack end?");
  for (const other of ["Zoya Khan", "Asha Rao", null]) expect(await asks(other)).toBe("no network");

  // The browser crashed, and the next person signs in where there is no network yet.
  await become(page, site, "Zoya Khan");
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("alert")).first())
    .toBeVisible();
  await expect(text).toHaveCount(0);
  builds.mend();
  await page.goto("/practice");
  await isLive(page);
  await expect.poll(() => kept(page, ravi)).toEqual({});
  builds.cut();
  expect(await asks("Ravi Kumar"), "nothing is left of the one before").toBe("no network");
  builds.mend();

  // The session of the first one ends while the page is closed.
  await become(page, site, "Ravi Kumar");
  await page.goto(path);
  await expect(text).toBeVisible();
  await page.reload();
  await expect.poll(hasThread).toBe(true);
  builds.expire(true);
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => kept(page, "private-")).toEqual({});
  builds.expire(false);
});

/** Delivers pushes as Chromium does when its push service has one. */
async function pushesTo(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const registered = new Promise<string>((tell) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) tell(own.registrationId);
    })
  );
  const errors: string[] = [];
  devtools.on(
    "ServiceWorker.workerErrorReported",
    ({ errorMessage }) => errors.push(errorMessage.errorMessage),
  );
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const push = (data: unknown) =>
    devtools.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId,
      data: typeof data === "string" ? data : JSON.stringify(data),
    });
  return { push, errors };
}

type Notice = { title: string; body: string; tag: string; data: { path: string } };
type Scope = {
  registration: {
    showNotification(title: string, options: Omit<Notice, "title">): Promise<void>;
  };
  clients: {
    openWindow(path: string): Promise<unknown>;
    matchAll(options: object): Promise<unknown[]>;
  };
  notices: Map<string, Notice>;
  opened?: string;
} & EventTarget;

const windows = async () =>
  (await (globalThis as unknown as Scope).clients.matchAll({ includeUncontrolled: true })).length;

/**
 * Notes what the worker has the browser show, by tag: of two with the same tag, a browser shows the
 * newer one. Chromium's headless build takes notifications, but keeps none of them.
 */
const noteNotices = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    scope.notices = new Map();
    registration.showNotification = (title, options) => {
      scope.notices.set(options.tag, { title, ...options });
      return show(title, options);
    };
  });

const shown = (worker: Worker) =>
  worker.evaluate(() =>
    [...(globalThis as unknown as Scope).notices.values()]
      .map(({ title, body }) => `${title}: ${body}`)
  );

/** Clicks the notification that is shown. Tests cannot click on the desktop. */
const click = (worker: Worker) =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope;
    scope.clients.openWindow = (path) => Promise.resolve(scope.opened = path);
    const [notice] = scope.notices.values();
    const close = () => void scope.notices.delete(notice?.tag ?? "");
    scope.dispatchEvent(Object.assign(new Event("notificationclick"), {
      notification: { ...notice, close },
      waitUntil: (work: Promise<unknown>) => void work.catch(console.error),
    }));
  });

test("a push is shown unless the app is in sight, and its click leads to the exact place", async ({ page, context, site, builds }) => {
  const id = await newDoubt(site, "Ravi Kumar", "Which end is first?");
  const reply = { reply: "The left one." };
  const { conversation } = await send(site, "Asha Rao", `/doubts/${id}/reply`, reply, "PUT");
  const entry = conversation.at(-1)._id;
  const place = `/doubts/${id}#entry-${entry}`;
  await context.grantPermissions(["notifications"], { origin: builds.url });
  await firstVisit(page, site, "Ravi Kumar", "/practice");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const { push, errors } = await pushesTo(page);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("there is no service worker");
  await noteNotices(worker);
  const message = (id: string, text: string, path = place) => ({ id, text, path });

  await push(message("1", "in sight"));
  await push("no JSON");
  await push(message("2", "elsewhere", "//evil.test/"));
  await page.goto("about:blank");
  await expect.poll(() => worker.evaluate(windows)).toBe(0);
  await push(message("3", "elsewhere", "https://evil.test/"));
  await push(message("4", "Asha Rao replied"));
  await push(message("4", "Asha Rao replied"));
  await expect.poll(() => shown(worker)).toEqual(["Doubtless: Asha Rao replied"]);
  await click(worker);
  await expect.poll(() => worker.evaluate(() => (globalThis as unknown as Scope).opened))
    .toBe(place);
  await expect.poll(() => shown(worker)).toEqual([]);

  // A window that is open is used.
  await push(message("5", "Asha Rao replied"));
  await expect.poll(() => shown(worker)).toHaveLength(1);
  await page.goto("/practice");
  await isLive(page);
  await click(worker);
  await expect(page).toHaveURL(place);
  await expect(page.locator(`[data-entry="${entry}"]`)).toBeFocused();
  // A click that a test makes has an error of its own.
  const refused = errors.filter((error) => error.includes("Content Security Policy"));
  expect(refused, "the worker may load the icon").toEqual([]);
});
