/** What goes through pages with the keyboard tells what is wrong with them. */
import { expect, test } from "@playwright/test";
import { keysOf } from "./keys.ts";

const MARKED = "<style>:focus-visible { outline: 3px solid #135 }</style>";
const WANTED = "<button>Wanted</button>";
const cases: [name: string, page: string, told: RegExp | null][] = [
  ["all is well", `<button>One</button>${WANTED}`, null],
  ["it cannot have the focus", `<button>One</button><span tabindex="-1">Wanted</span>`, /reached/],
  [
    "the way to it does not lead on",
    `<button onkeydown="if (event.key === 'Tab') event.preventDefault()">One</button>${WANTED}`,
    /reached/,
  ],
  [
    "its focus is not marked",
    `<style>button:focus-visible { outline: none }</style>${WANTED}`,
    /not marked/,
  ],
  [
    "its focus is marked in grey on grey",
    `<style>button:focus-visible { outline: 3px solid #ccc }</style>${WANTED}`,
    /faintly/,
  ],
  [
    "one on the way to it is out of view",
    `<button style="position: fixed; left: -9rem; width: 2rem">One</button>${WANTED}`,
    /out of view/,
  ],
  [
    "it is behind something",
    `${WANTED}<p style="position: fixed; inset: 0; margin: 0; background: #eee"></p>`,
    /behind/,
  ],
];

for (const [name, html, told] of cases) {
  test(name, async ({ page }) => {
    await page.setContent(MARKED + html);
    const going = keysOf(page).to(page.getByText("Wanted"));
    if (told === null) await going;
    else await expect(going).rejects.toThrow(told);
  });
}

test("a place that is lost is told", async ({ page }) => {
  await page.setContent(`${MARKED}<button onclick="this.remove()">One</button>${WANTED}`);
  const keys = keysOf(page);
  await keys.press(page.getByText("One"));
  await expect(keys.keepsPlace(500)).rejects.toThrow(/the focus is somewhere/);
});
