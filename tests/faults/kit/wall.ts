/** The home page on a projector in a real browser, with a clock that the test controls. */
import { type Browser, chromium as browsers, type Page } from "playwright";
import { readEnv } from "../../../server/kit/core/env.ts";
import { chromium } from "../../kit/chromium.ts";
import { type Heap, heapOf } from "./heap.ts";
import { pause } from "./servers.ts";

export type Wall = {
  /** Advances the page's clock: each timer fires in its turn. */
  pass(seconds: number): Promise<void>;
  /** Sets whether the server is out of reach. The browser would otherwise take long to notice. */
  cut(isCut: boolean): void;
  /** The page's own time, in milliseconds since 1970. */
  now(): Promise<number>;
  /** The page's text about how fresh its data is. */
  freshness(): Promise<string>;
  /** The texts of every slide, in order. */
  slides(): Promise<string[]>;
  /** How often the slide changed. */
  turns(): Promise<number>;
  heap(): Promise<Heap>;
};

/** Shorter than the server's heartbeat, and than the time that a client waits for one. */
const STEP_SECONDS = readEnv({}).heartbeatMs / 1000 - 1;
/** The step while the page connects, for which it has ten seconds. */
const CONNECTING_SECONDS = 2;
/** Real time for pending requests to be answered: a reply takes no less time than usual. */
const ANSWERS_MS = 15;
export const ZONE = "Asia/Kolkata";

export async function openBrowser(): Promise<Browser> {
  return await browsers.launch({
    executablePath: await chromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
  });
}

/** Opens the page, and returns when it shows a slide and is live. */
export async function openProjector(browser: Browser, url: string): Promise<Wall> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 720 },
    timezoneId: ZONE,
    locale: "en-IN",
  });
  const page = await context.newPage();
  let isCut = false;
  const wire = await holdTheWire(page, () => isCut);
  await page.clock.install();
  await page.goto(`${url}/home?display=projector`);
  const live = page.locator("[data-connection=live]");
  await live.waitFor({ state: "attached" });
  await page.clock.pauseAt(await page.evaluate(() => Date.now()) + 1000);
  await page.evaluate(countTurns);
  const devTools = await context.newCDPSession(page);

  async function pass(seconds: number): Promise<void> {
    for (let left = seconds; left > 0;) {
      wire.beat();
      const isLive = await live.count() > 0;
      const step = Math.min(left, isLive || isCut ? STEP_SECONDS : CONNECTING_SECONDS);
      await page.clock.runFor(step * 1000);
      await pause(ANSWERS_MS);
      left -= step;
    }
  }

  return {
    pass,
    cut: (now) => isCut = now,
    now: () => page.evaluate(() => Date.now()),
    freshness: async () => (await page.locator("footer").textContent() ?? "").trim(),
    slides: () => slidesOf(page),
    turns: () => page.evaluate("turns") as Promise<number>,
    heap: () => heapOf((method) => devTools.send(method as "Runtime.enable"), true),
  };
}

/**
 * Sends heartbeats to the page and swallows its answers. The server's own heartbeats follow real
 * time, and are too rare for a page whose clock runs fast. While the network is cut, sockets are
 * closed without an attempt to connect: Chromium delays pages whose sockets fail for seconds of
 * real time.
 */
async function holdTheWire(page: Page, isCut: () => boolean): Promise<{ beat(): void }> {
  let beat = () => {};
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    beat = () => {};
    if (isCut()) return void socket.close().catch(() => {});
    const server = socket.connectToServer();
    let [unanswered, isOpen] = [0, true];
    socket.onMessage((message) => {
      if (message === "3" && unanswered > 0) unanswered -= 1;
      else if (isOpen) server.send(message);
    });
    const closed = (other: { close(): Promise<void> }) => () => {
      isOpen = false;
      other.close().catch(() => {});
    };
    socket.onClose(closed(server));
    server.onClose(closed(socket));
    beat = () => {
      if (!isOpen) return;
      unanswered += 1;
      socket.send("2");
    };
  });
  return { beat: () => beat() };
}

function countTurns(): void {
  let shown = document.querySelector("h1");
  const counting = window as unknown as { turns: number };
  counting.turns = 0;
  new MutationObserver(() => {
    const now = document.querySelector("h1");
    if (now !== shown) counting.turns += 1;
    shown = now;
  }).observe(document.body, { childList: true, subtree: true });
}

async function slidesOf(page: Page): Promise<string[]> {
  const slides = new Map<number, string>();
  for (let presses = 0; presses < 200; presses++) {
    const { at, count, text } = await page.evaluate(readSlide);
    slides.set(at, slides.get(at) ?? text);
    if (slides.size >= count) break;
    await page.keyboard.press("ArrowRight");
  }
  return [...slides].sort(([one], [other]) => one - other).map(([, text]) => text);
}

function readSlide() {
  const progress = document.querySelector("footer [role=img]")?.getAttribute("aria-label") ?? "";
  const [at = 0, count = 0] = progress.match(/\d+/g)?.map(Number) ?? [];
  const texts = Array.from(
    document.querySelectorAll("main > header p:first-child, h1, main > div, main > p"),
    (element) => element.textContent,
  );
  // The number of pages that a slide takes depends on the browser.
  return { at, count, text: texts.join(" | ").replace(/\d+ of \d+$/, "") };
}
