/**
 * The size of the JavaScript that each screen loads before the user does anything, and the selectors
 * of the style sheets.
 */
import { globSync, readFileSync, statSync } from "node:fs";
import { pack } from "../client/build.ts";
import "./kit/client_ready.ts";
import { screensOf, type Visitor } from "./kit/screens.ts";
import { DIST, readBuild } from "./kit/weight.ts";

/** The most bytes that a screen may load, compressed with Brotli. */
const MOST = 190_000;

/** Returns the compressed size of a built file: more than the image's server sends. */
const bytesOf = (file: string): number => statSync(`${DIST}/${file}.br`).size;

const sent = new Map<string, Promise<number>>();

/** Returns the size of a file as the image has it. It takes a second for a large file. */
function bytesSent(file: string): Promise<number> {
  const known = sent.get(file) ??
    pack(readFileSync(`${DIST}/${file}`)).then(({ length }) => length);
  sent.set(file, known);
  return known;
}

/**
 * Adds up the files, the heaviest first. The build here is compressed quickly: where its total is too
 * much, files are compressed as for an image until it fits.
 */
async function weigh(files: string[]): Promise<{ total: number; weights: [string, number][] }> {
  const weights = files.map((file): [string, number] => [file, bytesOf(file)])
    .toSorted(([, one], [, other]) => other - one);
  let total = weights.reduce((sum, [, bytes]) => sum + bytes, 0);
  for (const weight of weights) {
    if (total <= MOST) break;
    const bytes = await bytesSent(weight[0]);
    total += bytes - weight[1];
    weight[1] = bytes;
  }
  return { total, weights };
}

for (const who of ["visitor", "student", "volunteer", "mentor", "admin"] satisfies Visitor[]) {
  Deno.test(`every screen of the ${who} loads at most ${MOST} bytes of JavaScript`, async () => {
    const build = readBuild();
    const screens = screensOf(who);
    if (screens.length < 8) throw new Error(`only ${screens.length} screens were found`);
    const tooHeavy: string[] = [];
    for (const screen of screens) {
      const files = [...build.mostOf(screen, who)];
      if (files.length < 5) throw new Error(`only ${files.length} scripts of ${screen} were found`);
      const { total, weights } = await weigh(files);
      if (Deno.env.has("WEIGHTS")) console.log(`${who}\t${screen}\t${total}`);
      if (total <= MOST) continue;
      const heaviest = weights.slice(0, 12).map(([file, bytes]) => `  ${bytes} ${file}`);
      tooHeavy.push([`${screen}: ${total}`, ...heaviest].join("\n"));
    }
    if (tooHeavy.length > 0) throw new Error(tooHeavy.join("\n"));
  });
}

/** What follows `:has(…)` in a selector, when no class, attribute, id or tag is in its last part. */
const WITHOUT_FEATURE =
  /:has\((?:[^()]|\([^()]*\))*\)[^,{}]*[\s>+~](?:\*|:(?!is\()[a-z-]+(?:\([^()]*\))?)+(?=[,{])/g;

/** A `:has(…)` that asks for a neighbour or for a state, such as `:checked`. */
const ASKS_FOR_STATE =
  /[^{},]*:has\((?:[^()]|\([^()]*\))*(?:[+~]|:(?:checked|focus|hover|active|target|disabled))(?:[^()]|\([^()]*\))*\)/g;

Deno.test("no selector with :has() makes each change restyle its whole page", () => {
  const sheets = globSync("client/dist/assets/{kit,markdown-editor}-*.css");
  if (sheets.length < 2) throw new Error(`only ${sheets.length} style sheets were found`);
  // Chromium joins what follows every :has(): one selector without a feature affects all of them.
  const texts = sheets.map((file) => Deno.readTextFileSync(file));
  const costly = texts.flatMap((text) => text.match(WITHOUT_FEATURE) ?? []);
  if (costly.length > 0) throw new Error(costly.join("\n"));
  // Each insertion searches what such a selector is about. For `:root`, this is the whole page.
  const searching = texts.flatMap((text) => text.match(ASKS_FOR_STATE) ?? []);
  if (searching.length > 0) throw new Error(searching.join("\n"));
  if (!texts.some((text) => text.includes(":root:has(.modal[open])"))) {
    throw new Error("the page behind an open dialog can be scrolled");
  }
});
