/** A Chromium for the browser journeys: the one that is named or here, or one installed now. */
import { program, runs } from "./programs.ts";

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const PLACES = [
  ...PROGRAMS.map((program) => `/usr/bin/${program}`),
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** @returns its path. @throws a sentence that says what to do when there is none */
export async function chromium(): Promise<string> {
  const named = Deno.env.get("CHROMIUM");
  if (named) {
    if (await runs(named, "--version")) return named;
    throw new Error(`CHROMIUM names ${named}, which does not run.`);
  }
  return await program({
    places: PLACES,
    probe: "--version",
    package: "chromium",
    missing:
      "The browser journeys need Chromium: install it (on Debian or Ubuntu, `apt-get install chromium`) or name one in CHROMIUM.",
  });
}
