/** Checks a page with axe. */
import { readFileSync } from "node:fs";
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** The rules that depend on colours; all others have the same results in both themes. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Also checks, in addition to the defaults, that a control's name contains its visible words. */
const rules = { "label-content-name-mismatch": { enabled: true } };
type Theme = "light" | "dark";

/**
 * Checks a page in one theme, with all rules.
 * @param within a selector: axe checks only the elements that match it
 * @param theme the present one if it is left out; the page stays in it
 */
export async function expectNoViolations(
  page: Page,
  within = "html",
  theme?: Theme,
): Promise<void> {
  if (theme !== undefined) await page.emulateMedia({ colorScheme: theme });
  const where = `${page.url()}, ${await themeOf(page)} theme`;
  await expectNone((await axeOf(page, { rules })).include(within), where);
}

/** Checks a page in both themes; in the second one, in which the page stays, with the colour rules. */
export async function expectNoViolationsInBoth(page: Page, within = "html"): Promise<void> {
  await expectNoViolations(page, within);
  const other = await themeOf(page) === "dark" ? "light" : "dark";
  await page.emulateMedia({ colorScheme: other });
  const colours = { runOnly: { type: "rule" as const, values: COLOUR_RULES } };
  await expectNone((await axeOf(page, colours)).include(within), `${page.url()}, ${other} theme`);
}

const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

type Options = Parameters<AxeBuilder["options"]>[0];

/**
 * Without spaces and comments, axe has less than half of its bytes: to load it into a page takes as
 * long as to check the page.
 */
const SOURCE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** Returns axe for a page. It is loaded once, and describes only violations, which takes less time. */
export async function axeOf(page: Page, options: Options): Promise<AxeBuilder> {
  const isLoaded = await page.evaluate(() => "axe" in globalThis);
  // The legacy mode needs no second page. It leaves out frames of other origins, and we have none.
  return new AxeBuilder({ page, axeSource: isLoaded ? "void axe" : SOURCE })
    .setLegacyMode()
    // Of what it can load by itself, our rules need only videos and sounds: no style sheets.
    .options({ ...options, resultTypes: ["violations"], preload: { assets: ["media"] } });
}

async function expectNone(axe: AxeBuilder, where: string): Promise<void> {
  const { violations, passes } = await axe.analyze();
  expect(passes.length, "axe has looked").toBeGreaterThan(0);
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`)
  );
  expect.soft(found, where).toEqual([]);
}
