/**
 * Uses a page with the keyboard alone. It fails if a control cannot be reached, or its focus cannot
 * be seen.
 */
import { expect, type Locator, type Page } from "@playwright/test";
import { go } from "./school.ts";
import { waitUntilSettled } from "./screens.ts";

/** The most Tab stops to a control; a user would not find it after more. */
const STOPS_MOST = 90;
/** The least contrast of a focus indicator to its background. */
const CONTRAST_LEAST = 3;

interface Stop {
  name: string;
  /** The reason why its focus cannot be seen. */
  fault: string | null;
}

/** Navigates within the app, until the heading of the present screen is gone. */
async function leaveFor(page: Page, path: string): Promise<void> {
  await page.locator("h1").first().evaluate((heading) => heading.setAttribute("data-left", ""));
  await go(page, path);
  await expect(page.locator("h1[data-left]")).toHaveCount(0);
}

/** What the page knows of the way to a control: the stops since the last look, this one included. */
interface Walk {
  isThere: boolean;
  stops: Stop[];
  /** How many stops are probably left. */
  left: number;
}

export type Keys = ReturnType<typeof keysOf>;

export function keysOf(page: Page) {
  // The listener is needed from the beginning: a chooser opened without one is the system's own.
  page.on("filechooser", () => {});

  /** A control ignores a change while its last one is under way. */
  const takesChanges = (control: Locator) =>
    expect(control).not.toHaveAttribute("aria-disabled", "true");

  /**
   * Presses Tab until `wanted` has the focus. Fails if the focus cannot be seen at any stop on the
   * way. To find a control by its role costs more than a stop, so the page itself checks the stops,
   * and ignores a Tab too many.
   */
  async function to(wanted: Locator, way: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(wanted).toBeVisible();
    const names: string[] = [];
    for (let pressed = 0; pressed <= STOPS_MOST;) {
      const { isThere, stops, left } = await walk(wanted, way === "Tab");
      for (const { name, fault } of stops) {
        if (fault !== null) throw new Error(`${name}: ${fault}`);
        names.push(name);
      }
      if (isThere) return;
      for (let step = 0; step < left; step++) await page.keyboard.press(way);
      pressed += left;
    }
    throw new Error(`${wanted} was not reached with ${way}:\n${names.join("\n")}`);
  }

  async function walk(wanted: Locator, isForward: boolean): Promise<Walk> {
    const asked = { contrastLeast: CONTRAST_LEAST, isForward };
    const found = await wanted.evaluate(walkOn, asked);
    if (found !== null) return found;
    // A new document does not know the function yet.
    await page.evaluate(`globalThis.lookAtStop = ${lookAtStop}`);
    return await walk(wanted, isForward);
  }

  async function press(wanted: Locator, key = "Enter"): Promise<void> {
    await to(wanted);
    await page.keyboard.press(key);
  }

  return {
    /**
     * Opens a screen, and waits until its layout no longer changes. From another screen it navigates
     * within the app, so the focus begins at the heading.
     */
    async open(path: string): Promise<void> {
      const { protocol, pathname, origin } = new URL(page.url());
      const isElsewhere = /^http/.test(protocol) && new URL(path, origin).pathname !== pathname;
      if (isElsewhere) await leaveFor(page, path);
      else await page.goto(path);
      await waitUntilSettled(page);
    },
    to,
    back: (wanted: Locator) => to(wanted, "Shift+Tab"),
    press,
    async pressBack(wanted: Locator): Promise<void> {
      await to(wanted, "Shift+Tab");
      await page.keyboard.press("Enter");
    },
    /**
     * Replaces the field's text. After its first character the text comes at once, as from an input
     * method: each key costs 12 ms of the page's processor time.
     */
    async write(field: Locator, text: string): Promise<void> {
      await to(field);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text.slice(0, 1));
      await page.keyboard.insertText(text.slice(1));
      await expect(field).toHaveValue(text);
    },
    async tick(box: Locator): Promise<void> {
      await takesChanges(box);
      await press(box, "Space");
    },
    /** Opens the list with the space bar, and chooses an option with the arrow keys. */
    async choose(select: Locator, text: string): Promise<void> {
      await takesChanges(select);
      await to(select);
      const steps = await select.evaluate((element, text) => {
        const { options, selectedIndex } = element as HTMLSelectElement;
        return [...options].findIndex((one) => one.text === text) - selectedIndex;
      }, text);
      await page.keyboard.press("Space");
      for (let step = 0; step < Math.abs(steps); step++) {
        await page.keyboard.press(steps > 0 ? "ArrowDown" : "ArrowUp");
      }
      await page.keyboard.press("Enter");
      await expect(select.locator("option:checked")).toHaveText(text);
      await expect(select).toBeFocused();
    },
    /** Chooses a radio button. Tab enters its group at the checked button, or at the first one. */
    async pick(radio: Locator, group: Locator): Promise<void> {
      const chosen = group.locator("input:checked");
      await to(await chosen.count() > 0 ? chosen : group.getByRole("radio").first());
      for (let steps = await group.getByRole("radio").count(); steps > 0; steps--) {
        if (await radio.isChecked()) return;
        await page.keyboard.press("ArrowDown");
      }
      await expect(radio).toBeChecked();
      await expect(radio).toBeFocused();
    },
    /** Chooses a file in the file chooser, which Enter opens. */
    async attach(input: Locator, file: string): Promise<void> {
      await to(input);
      const chooser = page.waitForEvent("filechooser");
      await page.keyboard.press("Enter");
      await (await chooser).setFiles(file);
    },
    /** Expects that the next Tab continues from here, and not from the top of the page. */
    async keepsPlace(timeout?: number): Promise<void> {
      await expect.poll(
        () => page.evaluate(hasPlace),
        { message: "the focus is somewhere", timeout },
      ).toBe(true);
    },
  };
}

/**
 * Whether an element has the focus. Runs in the page. It waits for two frames, because a hidden or
 * disabled element loses the focus only after it is drawn.
 */
async function hasPlace(): Promise<boolean> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  return document.activeElement !== document.body;
}

/**
 * Returns the stops since the last call, and checks each one from now on, until the control has the
 * focus. Runs in the page; null if the page does not have `lookAtStop` yet.
 */
function walkOn(
  wanted: Element,
  { contrastLeast, isForward }: { contrastLeast: number; isForward: boolean },
): Walk | null {
  type Walking = { stops: Stop[]; ended: AbortController };
  const here = globalThis as { lookAtStop?: typeof lookAtStop; walking?: Walking };
  const look = here.lookAtStop;
  if (look === undefined) return null;
  const { walking } = here;
  walking?.ended.abort();
  here.walking = undefined;
  const at = document.activeElement;
  const isThere = at === wanted;
  const stops = [...walking?.stops ?? [], look(isThere, contrastLeast)];
  if (isThere || stops.some(({ fault }) => fault !== null)) return { isThere, stops, left: 0 };

  const next: Walking = here.walking = { stops: [], ended: new AbortController() };
  const options = { capture: true, signal: next.ended.signal };
  addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || document.activeElement !== wanted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, options);
  addEventListener("keyup", ({ key }) => {
    if (key === "Tab") next.stops.push(look(document.activeElement === wanted, contrastLeast));
  }, options);
  return { isThere, stops, left: Math.max(1, stopsLeft()) };

  /** Counts the controls from the focus to the wanted one, in the order of the document. */
  function stopsLeft(): number {
    if (at === null || at === document.body) return 1;
    const selector = "a[href], button, input, select, textarea, summary, [tabindex]";
    const [before, after] = [Node.DOCUMENT_POSITION_PRECEDING, Node.DOCUMENT_POSITION_FOLLOWING];
    const [ahead, behind] = isForward ? [after, before] : [before, after];
    return [...document.querySelectorAll<HTMLElement>(selector)].filter((one) =>
      one.tabIndex >= 0 && !one.matches(":disabled, [inert] *") && one.checkVisibility() &&
      (at.compareDocumentPosition(one) & ahead) !== 0 &&
      (one === wanted || (wanted.compareDocumentPosition(one) & behind) !== 0)
    ).length;
  }
}

/** Checks the focused element. Runs in the page. */
function lookAtStop(isWanted: boolean, contrastLeast: number): Stop {
  const at = document.activeElement;
  if (at === null || at === document.body) return { name: "the page", fault: null };
  const shell = at.cloneNode(at.childElementCount === 0) as Element;
  const name = shell.outerHTML.replace(/ class="[^"]*"/g, "").slice(0, 100);
  // The app moves the focus to such a heading only as a starting point for Tab: no indicator is
  // needed.
  if (at.getAttribute("tabindex") === "-1" && !isWanted) return { name, fault: null };
  // A very small or hidden control is represented by its label.
  const label = at.closest("label");
  const { width, height } = at.getBoundingClientRect();
  const seen = width < 4 || height < 4 ? label ?? at : at;
  return { name, fault: whatHides(seen) ?? whatIsUnmarkedHere(seen) };

  /** Looks at an indicator once in each theme: its colours change with nothing else. */
  function whatIsUnmarkedHere(seen: Element): string | null {
    const { marked } = globalThis as { marked?: WeakMap<Element, string> };
    const known = marked ?? new WeakMap<Element, string>();
    Object.assign(globalThis, { marked: known });
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const theme = `${document.documentElement.dataset.theme} ${isDark}`;
    if (known.get(seen) === theme) return null;
    const fault = whatIsUnmarked(seen);
    if (fault === null) known.set(seen, theme);
    return fault;
  }

  function whatHides(seen: Element): string | null {
    const box = seen.getBoundingClientRect();
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    if (right - left < 4 || bottom - top < 4) return "it has the focus out of view";
    const parts = [0.1, 0.5, 0.9];
    const points = parts.flatMap((x) =>
      parts.map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const)
    );
    const isSeen = (found: Element | null) =>
      // A notice disappears by itself.
      seen.contains(found) || label?.contains(found) || found?.closest(".toasts");
    const found = points.map(([x, y]) => document.elementFromPoint(x, y));
    if (found.some(isSeen)) return null;
    const over = (found[0]?.cloneNode() as Element | undefined)?.outerHTML.slice(0, 100);
    return `it has the focus behind something else: ${over}`;
  }

  function whatIsUnmarked(seen: Element): string | null {
    // A filter's field has the ring around the frame that holds its label, too.
    const framed = seen.closest(".filter-field") ?? seen;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(framed);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) return "its focus is not marked";
    let around: Element | null = framed.parentElement;
    let color = "";
    while (around !== null && color === "") {
      const { backgroundColor } = getComputedStyle(around);
      if (paint(backgroundColor)[3] === 255) color = backgroundColor;
      around = around.parentElement;
    }
    const [one, other] = [lightness(paint(outlineColor)), lightness(paint(color || "white"))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return contrast >= contrastLeast ? null : `its focus is marked faintly: ${contrast.toFixed(2)}`;
  }

  function paint(color: string): readonly number[] {
    const known = (globalThis as { painted?: Record<string, number[]> }).painted ??= {};
    return known[color] ??= paintAnew(color);
  }

  function paintAnew(color: string): number[] {
    const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    if (brush === null) throw new Error("there is no canvas");
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  }

  function lightness([red = 0, green = 0, blue = 0]: readonly number[]): number {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
}
