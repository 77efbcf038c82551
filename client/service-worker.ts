/**
 * The service worker: it shows pushes and opens their places, and caches what the app needs to open
 * without a network: the page, its files, and the last replies that this person has read.
 *
 * The network always comes first for the page, so that nobody stays on an old version; a new build
 * is a new worker, which takes over at once and deletes the old one's files. Replies are cached for
 * the person whose token asked for them, and for nobody else.
 */
export {};

/** The used part of a service worker's scope. Its full types clash with those of a page. */
type Later = Event & { waitUntil(work: Promise<unknown>): void };
type MessageEvent = Later & { data: unknown };
type FetchEvent = Later & {
  request: Request;
  respondWith(answer: Promise<Response>): void;
};
type PushEvent = Later & { data: { json(): unknown } | null };
type ClickEvent = Later & { notification: Notification };
type Client = {
  url: string;
  visibilityState: string;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
};
type Events = {
  install: Later;
  activate: Later;
  message: MessageEvent;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: ClickEvent;
};
const worker = globalThis as unknown as {
  addEventListener<E extends keyof Events>(name: E, act: (event: Events[E]) => void): void;
  skipWaiting(): Promise<void>;
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<Client[]>;
    openWindow(path: string): Promise<unknown>;
  };
};

/** The address of this worker has its hash. */
const SHELL = `shell-${worker.location.pathname}`;
const PRIVATE = "private-";
/** The page waits for the network at most this long, in ms, if an earlier one is cached. */
const PAGE_WITHIN = 3000;
/** The most replies that are cached for a person. */
const REPLIES_MOST = 60;
/** The replies that make a thread readable without a network. */
const CACHED_ADDRESSES =
  /^\/api\/(notifications|auth\/me|(?:doubts|assignments|runs)\/[0-9a-f-]{36}|comments)$/;

worker.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(SHELL);
    await cache.add(new Request("/", { cache: "reload" }));
    await worker.skipWaiting();
  })());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    await dropOldShells();
    await worker.clients.claim();
  })());
});

async function dropOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("shell-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Whether no newer worker has taken over. */
const isActive = () => worker.registration.active?.scriptURL === worker.location.href;

type CacheOrder = {
  files?: unknown;
  replies?: unknown;
  token?: unknown;
  only?: unknown;
  drop?: unknown;
};

/** A page says what it uses: it got this before the worker could cache it. */
worker.addEventListener("message", (event) => {
  const { files, replies, token, only, drop } = (event.data ?? {}) as CacheOrder;
  if (typeof drop === "string") event.waitUntil(forgetAbout(drop));
  if (Array.isArray(replies)) event.waitUntil(cacheReplies(replies.map(String), String(token)));
  if (Array.isArray(files)) event.waitUntil(cacheFiles(files.map(String)));
  if (typeof only === "string") event.waitUntil(forgetOthers(PRIVATE + only));
});

/** The most files that a page may name. A screen has about forty. */
const FILES_MOST = 200;
/** The most replies that a page may name. A screen has about four of those that are cached. */
const NAMED_MOST = 20;

/** Fetches the named replies again, and caches them. */
async function cacheReplies(named: string[], token: string): Promise<void> {
  const asked = sessionOf(token);
  if (asked === null) return;
  const isKept = ({ origin, pathname }: URL) =>
    origin === worker.location.origin && CACHED_ADDRESSES.test(pathname);
  const urls = named.map((one) => new URL(one, worker.location.href)).filter(isKept);
  await Promise.all(
    urls.slice(0, NAMED_MOST).map(async ({ href }) => {
      const request = new Request(href, { headers: { "x-auth-token": token } });
      await remember(asked, request, await fetch(request));
    }),
  ).catch(() => {});
}

async function cacheFiles(files: string[]): Promise<void> {
  if (!isActive()) return;
  const build = builds;
  // The worker before this one may have cached something while it ended.
  if (!hasNewer()) await dropOldShells();
  const cache = await caches.open(SHELL);
  // The message may be that of a page of an older build, and come late.
  const start = await keptStart(cache);
  if (!files.some((file) => new URL(file, worker.location.href).pathname === start)) return;
  for (const file of files.slice(0, FILES_MOST)) {
    // A newer worker cannot take over before this ends. The page names its files to it again.
    if (hasNewer() || build !== builds) return;
    const { origin, pathname } = new URL(file, worker.location.href);
    if (origin !== worker.location.origin || !isFile(pathname)) continue;
    if (await cache.match(file, { ignoreVary: true })) continue;
    await asset(new Request(file)).catch(() => {});
  }
}

/** Whether a newer worker is being installed, or waits: it has a shell of its own. */
const hasNewer = () =>
  worker.registration.installing !== null || worker.registration.waiting !== null;

const isFile = (path: string) =>
  path.startsWith("/assets/") || path === "/early.js" || path === "/favicon.svg";

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    if (!pathname.startsWith("/api/")) event.respondWith(page(event));
  } else if (isFile(pathname)) {
    event.respondWith(asset(request));
  } else if (CACHED_ADDRESSES.test(pathname)) {
    const asked = sessionOf(request.headers.get("x-auth-token"));
    if (asked !== null) event.respondWith(reply(event, asked));
  }
});

/** The page from the network; without one, or when it takes long, the page that was cached. */
async function page(event: FetchEvent): Promise<Response> {
  const fetched = fetch(event.request).then(async (answer) => {
    if (answer.ok) await cachePage(answer.clone());
    return answer;
  });
  // The new page is cached for the next visit even if it comes too late for this one.
  event.waitUntil(fetched.catch(() => {}));
  const kept = await caches.open(SHELL).then((cache) => cache.match("/"));
  if (kept === undefined) return await fetched;
  const late = new Promise<null>((tell) => setTimeout(() => tell(null), PAGE_WITHIN));
  const answer = await Promise.race([fetched, late]).catch(() => null);
  return answer === null || answer.status >= 500 ? kept : answer;
}

/** The script that starts the app, whose name has the hash of the build. */
const startOf = (html: string | undefined) => /src="(\/assets\/[^"]+)"/.exec(html ?? "")?.[1];

const keptStart = async (cache: Cache) => startOf(await (await cache.match("/"))?.text());

/** The new builds that have come while this worker runs: no late file of an older one is cached. */
let builds = 0;

/** Caches the newest page. That of a new build deletes the files of the old one. */
async function cachePage(answer: Response): Promise<void> {
  const cache = await caches.open(SHELL);
  const html = await answer.clone().text();
  const start = startOf(html);
  if (start === undefined) return;
  if (start !== await keptStart(cache)) {
    builds += 1;
    for (const one of await cache.keys()) await cache.delete(one);
  }
  await cache.put("/", answer);
}

/** A file whose name has its hash, or one that hardly ever changes: cached when it was used. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(SHELL);
  const isHashed = new URL(request.url).pathname.startsWith("/assets/");
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept !== undefined && isHashed) return kept;
  const build = builds;
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === "basic" && build === builds) {
      await cache.put(request, answer.clone());
      if (build !== builds) await cache.delete(request);
    }
    return answer;
  } catch (error) {
    if (kept !== undefined) return kept;
    throw error;
  }
}

/** The session whose replies are cached. What was asked for in an earlier one is not. */
type Session = { name: string };
let session: Session = { name: "" };

const endSession = () => session = { ...session };

/** The session of a token: it has its person's name. Whether it is valid is for the server to say. */
function sessionOf(token: string | null): Session | null {
  try {
    const [, payload = ""] = (token ?? "").split(".");
    const { sub } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    if (typeof sub !== "string") return null;
    if (session.name !== PRIVATE + sub) session = { name: PRIVATE + sub };
    return session;
  } catch {
    return null;
  }
}

let cacheQueue: Promise<unknown> = Promise.resolve();

/** Replies are cached and dropped one after the other. */
const inTurn = (work: () => Promise<unknown>) => cacheQueue = cacheQueue.then(work).catch(() => {});

/** The server's reply; without a network, the last one that this person got. */
async function reply(event: FetchEvent, asked: Session): Promise<Response> {
  const { request } = event;
  let answer: Response;
  try {
    answer = await fetch(request);
  } catch (error) {
    const cache = await caches.open(asked.name);
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept === undefined) throw error;
    // The app reads the time from a reply, and this one is old.
    const headers = new Headers(kept.headers);
    headers.delete("date");
    return new Response(kept.body, { status: kept.status, headers });
  }
  event.waitUntil(remember(asked, request, answer.clone()).catch(() => {}));
  return answer;
}

/** Caches a reply, or drops what is cached when it is gone or forbidden. */
async function remember(asked: Session, request: Request, answer: Response): Promise<void> {
  const { ok, status, headers } = answer;
  const { name } = asked;
  if (status === 401 && name === session.name) endSession();
  const body = await answer.arrayBuffer();
  await inTurn(async () => {
    if (status === 401) await caches.delete(name);
    else if (asked !== session) return;
    else if (ok) await cacheReply(name, request, new Response(body, { status, headers }));
    // It is not shown without a network either.
    else if (status === 403 || status === 404) await (await caches.open(name)).delete(request);
  });
}

/** Deletes the replies that have this id, and the programs: one may be the item's. */
async function forgetAbout(id: string): Promise<void> {
  endSession();
  await inTurn(async () => {
    for (const name of await caches.keys()) {
      if (!name.startsWith(PRIVATE)) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const kept = await cache.match(request, { ignoreVary: true });
        const text = request.url + (await kept?.text() ?? "");
        if (request.url.includes("/api/runs/") || text.includes(id)) await cache.delete(request);
      }
    }
  });
}

/** Deletes the replies of everybody else. One that is still on its way to them is not cached. */
async function forgetOthers(name: string): Promise<void> {
  if (session.name !== name) endSession();
  await inTurn(() => dropOthers(name));
}

async function dropOthers(name: string): Promise<void> {
  for (const other of await caches.keys()) {
    if (other.startsWith(PRIVATE) && other !== name) await caches.delete(other);
  }
}

async function cacheReply(name: string, request: Request, answer: Response): Promise<void> {
  await dropOthers(name);
  const cache = await caches.open(name);
  await cache.delete(request);
  await cache.put(request, answer).catch(() => {});
  const kept = await cache.keys();
  for (const one of kept.slice(0, Math.max(0, kept.length - REPLIES_MOST))) await cache.delete(one);
}

type PushMessage = { id: string; text: string; path: string };

worker.addEventListener("push", (event) => {
  const pushed = read(event.data);
  if (pushed !== null) event.waitUntil(show(pushed));
});

function read(data: PushEvent["data"]): PushMessage | null {
  try {
    const { id, text, path } = (data?.json() ?? {}) as Record<string, unknown>;
    // Only a path of this site: a push from outside must not lead elsewhere.
    const isPath = typeof path === "string" && /^\/(?![/\\])/.test(path);
    return isPath && typeof text === "string" ? { id: String(id), text, path } : null;
  } catch {
    return null;
  }
}

/** The app's windows, also those that were loaded past this worker. */
const windows = () => worker.clients.matchAll({ type: "window", includeUncontrolled: true });

async function show({ id, text, path }: PushMessage): Promise<void> {
  // A visible window of the app tells the person itself.
  const open = await windows();
  if (open.some(({ visibilityState }) => visibilityState === "visible")) return;
  await worker.registration.showNotification("Doubtless", {
    body: text,
    tag: id,
    icon: "/favicon.svg",
    data: { path },
  });
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path: string };
  event.waitUntil(goTo(path));
});

/** Shows the place in a window that is there already, or else in the last used one, or a new one. */
async function goTo(path: string): Promise<void> {
  const open = await windows();
  const isThere = ({ url }: Client) => new URL(url).pathname === path.replace(/[?#].*/, "");
  const window = open.find(isThere) ?? open[0];
  if (window === undefined) return void await worker.clients.openWindow(path);
  // The browser may refuse the focus; the place is shown all the same.
  window.postMessage({ path });
  await window.focus().catch(() => {});
}
