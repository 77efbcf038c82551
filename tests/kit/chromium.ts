/**
 * Finds a Chromium for the browser journeys: the one that CHROMIUM names, an installed one, or one
 * that it installs.
 */
import { program, runs } from "./programs.ts";

/**
 * Chromium's headless build renders pages without the browser's windows: the same journeys take
 * less than half of the processor time.
 */
const HEADLESS = {
  places: ["/usr/bin/chromium-headless-shell", "/usr/bin/chrome-headless-shell"],
  probe: "--version",
  package: "chromium-headless-shell",
  missing: "There is no chromium-headless-shell.",
};

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const WHOLE = {
  places: [
    ...PROGRAMS.map((program) => `/usr/bin/${program}`),
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  probe: "--version",
  package: "chromium",
  missing:
    "The browser journeys need Chromium: install it (on Debian or Ubuntu, `apt-get install chromium-headless-shell`) or name one in CHROMIUM.",
};

/**
 * @returns the path of the program. @throws Error with a sentence that says what to do when there
 *   is none
 */
export async function chromium(): Promise<string> {
  const named = Deno.env.get("CHROMIUM");
  if (named) {
    if (await runs(named, "--version")) return named;
    throw new Error(`CHROMIUM names ${named}, which does not run.`);
  }
  // A distribution may not have the headless build, or the network may be down.
  return await program(HEADLESS).catch(() => program(WHOLE));
}
