/** End-to-end tests of the whole app in Chromium. */
import process from "node:process";
import { defineConfig } from "@playwright/test";

/**
 * `deno task test --long` sets it: tests/e2e/long runs too, every screen is visited as every role,
 * and more of the API reference is tried.
 */
const isLong = process.env.TEST_SIZE === "long";

export default defineConfig({
  testIgnore: isLong ? [] : "long/**",
  outputDir: "../../test-results",
  // Each worker has its own server and database; two of them fill two cores. The measurements in
  // tests/e2e/long need the machine to themselves.
  workers: isLong ? 1 : 2,
  // Ends a journey that hangs; on a busy machine a sound one takes long.
  timeout: 600_000,
  retries: 0,
  // tests/run.ts names the file for the second one.
  reporter: process.env.PLAYWRIGHT_JUNIT_OUTPUT_FILE ? [["list"], ["junit"]] : "list",
  expect: { timeout: 60_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    // Journeys that change replies on their way could not see those of a service worker. The
    // journey of the bell allows it.
    serviceWorkers: "block",
    // Playwright does not click an element that moves between press and release.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // Without it, Chromium's headless build crashes where a WebAssembly program leaves its
        // memory; other builds end the program.
        "--enable-crash-reporter",
        // A page lives for seconds, so a process that draws and optimized code do not pay: with
        // them, the journeys take a quarter more processor time. Long ones measure, as in use.
        ...isLong ? [] : ["--js-flags=--no-turbofan", "--in-process-gpu"],
      ],
    },
  },
});
