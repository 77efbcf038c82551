/** A page gone through with the keyboard alone: what cannot be reached, or seen on the way, fails. */
import { expect, type Locator, type Page } from "@playwright/test";
import { settled } from "./screens.ts";

/** More stops than that, and nobody would find it. */
const STOPS_MOST = 90;
/** What a focus indicator needs beside its surroundings. */
const CONTRAST_LEAST = 3;

interface Stop {
  isWanted: boolean;
  name: string;
  /** What is wrong with it, for whoever looks. */
  fault: string | null;
}

export type Keys = ReturnType<typeof keysOf>;

export function keysOf(page: Page) {
  // Listened to from the first: a chooser that opens before that is the system's own.
  page.on("filechooser", () => {});

  /** Goes on with Tab until this has the focus. Every stop on the way must be seen. */
  async function to(wanted: Locator, way: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await expect(wanted).toBeVisible();
    const names: string[] = [];
    for (let stops = 0; stops <= STOPS_MOST; stops++) {
      const { isWanted, name, fault } = await wanted.evaluate(lookAtStop, CONTRAST_LEAST);
      if (fault !== null) throw new Error(`${name}: ${fault}`);
      if (isWanted) return;
      names.push(name);
      await page.keyboard.press(way);
    }
    throw new Error(`${wanted} was not reached with ${way}:\n${names.join("\n")}`);
  }

  async function press(wanted: Locator, key = "Enter"): Promise<void> {
    await to(wanted);
    await page.keyboard.press(key);
  }

  return {
    /** What comes later moves nothing under the focus. */
    async open(path: string): Promise<void> {
      await page.goto(path);
      await settled(page);
    },
    to,
    back: (wanted: Locator) => to(wanted, "Shift+Tab"),
    press,
    async pressBack(wanted: Locator): Promise<void> {
      await to(wanted, "Shift+Tab");
      await page.keyboard.press("Enter");
    },
    /** In place of what is there. */
    async write(field: Locator, text: string): Promise<void> {
      await to(field);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
      await expect(field).toHaveValue(text);
    },
    tick: (box: Locator) => press(box, "Space"),
    /** Opened with the space bar, gone through with the arrows. */
    async choose(select: Locator, text: string): Promise<void> {
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
    /** One of a group of radio buttons, which Tab enters at the chosen one, or at its first. */
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
    /** With the file chooser, which Enter opens. */
    async attach(input: Locator, file: string): Promise<void> {
      await to(input);
      const chooser = page.waitForEvent("filechooser");
      await page.keyboard.press("Enter");
      await (await chooser).setFiles(file);
    },
    /** Whoever goes on with Tab goes on from here, not from the top of the page. */
    async keepsPlace(timeout?: number): Promise<void> {
      await expect.poll(
        () => page.evaluate(hasPlace),
        { message: "the focus is somewhere", timeout },
      ).toBe(true);
    },
  };
}

/** Runs in the page. What is hidden or disabled has lost the focus only after it is drawn. */
async function hasPlace(): Promise<boolean> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  return document.activeElement !== document.body;
}

/** Runs in the page. */
function lookAtStop(wanted: Element, contrastLeast: number): Stop {
  const at = document.activeElement;
  const isWanted = at === wanted;
  if (at === null || at === document.body) return { isWanted, name: "the page", fault: null };
  const name = at.outerHTML.replace(/ class="[^"]*"/g, "").slice(0, 100);
  // Where the program has put the focus, for it to go on from: a heading needs no indicator.
  if (at.getAttribute("tabindex") === "-1" && !isWanted) return { isWanted, name, fault: null };
  // A small or hidden control is seen as its label.
  const label = at.closest("label");
  const { width, height } = at.getBoundingClientRect();
  const seen = width < 4 || height < 4 ? label ?? at : at;
  return { isWanted, name, fault: whatHides(seen) ?? whatIsUnmarked(seen) };

  function whatHides(seen: Element): string | null {
    const box = seen.getBoundingClientRect();
    const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    if (right - left < 4 || bottom - top < 4) return "it has the focus out of view";
    const parts = [0.1, 0.5, 0.9];
    const points = parts.flatMap((x) =>
      parts.map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const)
    );
    const isSeen = points.some(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      // A notice goes away by itself.
      return seen.contains(found) || label?.contains(found) || found?.closest(".toasts");
    });
    return isSeen ? null : "it has the focus behind something else";
  }

  function whatIsUnmarked(seen: Element): string | null {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(seen);
    if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) return "its focus is not marked";
    let around: Element | null = seen.parentElement;
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
