/** The keyboard helper (keyboard.ts) reports each kind of fault. */
import { expect, test } from "@playwright/test";
import { keysOf } from "./keyboard.ts";

const MARKED = "<style>:focus-visible { outline: 3px solid #135 }</style>";
const WANTED = "<button>Wanted</button>";
const cases: [name: string, page: string, told: RegExp | null][] = [
  ["no fault", `<button>One</button>${WANTED}`, null],
  [
    "a control that cannot have the focus",
    `<button>One</button><span tabindex="-1">Wanted</span>`,
    /reached/,
  ],
  [
    "a focus trap before the control",
    `<button onkeydown="if (event.key === 'Tab') event.preventDefault()">One</button>${WANTED}`,
    /reached/,
  ],
  [
    "no focus indicator",
    `<style>button:focus-visible { outline: none }</style>${WANTED}`,
    /not marked/,
  ],
  [
    "a focus indicator with too little contrast",
    `<style>button:focus-visible { outline: 3px solid #ccc }</style>${WANTED}`,
    /faintly/,
  ],
  [
    "a stop out of view",
    `<button style="position: fixed; left: -9rem; width: 2rem">One</button>${WANTED}`,
    /out of view/,
  ],
  [
    "a control behind another element",
    `${WANTED}<p style="position: fixed; inset: 0; margin: 0; background: #eee"></p>`,
    /behind/,
  ],
];

test("each kind of fault is reported", async ({ page }) => {
  const keys = keysOf(page);
  for (const [name, html, told] of cases) {
    await test.step(name, async () => {
      await page.goto("about:blank");
      await page.setContent(MARKED + html);
      const going = keys.to(page.getByText("Wanted"));
      if (told === null) await going;
      else await expect(going).rejects.toThrow(told);
    });
  }
  await page.goto("about:blank");
  await page.setContent(`${MARKED}<button onclick="this.remove()">One</button>${WANTED}`);
  await keys.press(page.getByText("One"));
  await expect(keys.keepsPlace(500)).rejects.toThrow(/the focus is somewhere/);
});
