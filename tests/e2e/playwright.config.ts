/** Journeys through the real thing, in real Chromium. */
import process from "node:process";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testMatch: "*.spec.ts",
  outputDir: "../../test-results",
  // Each worker has a server of its own; two of them fill two cores.
  workers: 1,
  timeout: 90_000,
  // Where nobody can look at it: one try more, on a server of its own. The first is told.
  retries: process.env.CI ? 1 : 0,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    // What glides away between press and release is not clicked.
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
      ],
    },
  },
});
