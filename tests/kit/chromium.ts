/** A Chromium for the browser journeys: the one that is here, or one that is installed now. */

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
    if (await runs(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which does not run.`);
  }
  const here = await find();
  if (here) return here;
  if (Deno.build.os === "linux" && Deno.uid() === 0 && await runs("apt-get")) {
    console.log("Installing Chromium…");
    await apt("update");
    await apt("install", "-y", "--no-install-recommends", "chromium");
    const installed = await find();
    if (installed) return installed;
  }
  throw new Error(
    "The browser journeys need Chromium: install it (on Debian or Ubuntu, `apt-get install chromium`) or name one in CHROMIUM.",
  );
}

async function find(): Promise<string | null> {
  for (const place of PLACES) if (await runs(place)) return place;
  return null;
}

async function runs(program: string): Promise<boolean> {
  try {
    const args = ["--version"];
    const command = new Deno.Command(program, {
      args,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    });
    return (await command.output()).success;
  } catch {
    return false;
  }
}

async function apt(...args: string[]): Promise<void> {
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const command = new Deno.Command("apt-get", { args: ["-qq", ...args], env, stdin: "null" });
  await command.spawn().status;
}
