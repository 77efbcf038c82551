/** Builds the client if its sources have changed, and compresses the files once. */
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { kits } from "../server/languages/kits.ts";
import { brotli, cachedKit, QUALITY, writeKit } from "../server/languages/kit_files.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const dist = join(project, "client/dist");
const STAMP = ".stamp";
/**
 * Loaded only for a build. These names are no literals in an `import`: Deno reads the modules of
 * those at every start, and Vite's take seconds.
 */
const VITE: string = "vite";
const CONFIG = new URL("vite.config.ts", import.meta.url).href;
const compressible = new Set([".html", ".js", ".css", ".svg", ".json", ".txt"]);

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** The files of the server that the client imports: tests/house_test.ts lists them. */
const FROM_SERVER =
  /[\\/](schema|policy)\.ts$|[\\/](cpp|python|languages)[\\/].+|[\\/]kit[\\/](core[\\/](paging|roles)|content[\\/](rich_text|html_tags))\.ts$/;

async function sources(): Promise<string[]> {
  const client = await files(join(project, "client"));
  const server = await files(join(project, "server"));
  return [
    ...client.filter((file) => !file.startsWith(dist)),
    ...server.filter((file) => FROM_SERVER.test(file)),
    join(project, "deno.lock"),
    // It has the version that the client shows.
    join(project, "deno.json"),
  ];
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await sources()) {
    hash.update(`${relative(project, file)}\0`).update(await readFile(file)).update("\0");
  }
  return hash.digest("hex");
}

async function compress(file: string, quality: number): Promise<void> {
  const content = await readFile(file);
  await Promise.all([
    brotli(content, quality).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}

/**
 * Builds the client and returns true, or returns false if it is up to date. Concurrent builds do no
 * harm: each builds into its own folder and then swaps it in.
 * @param isBest compresses everything as well as possible, which takes minutes: for an image. The
 *   scripts are 10 % smaller then, and the compiler 20 %
 */
export async function buildClient({ isBest = false } = {}): Promise<boolean> {
  const now = await fingerprint();
  const [quick, best] = [`${now} quick`, `${now} best`];
  const before = await readFile(join(dist, STAMP), "utf8").catch(() => "");
  if (before === best || before === quick && !isBest) return false;
  // Made before the client, which contains the kits' facts.
  for (const kit of Object.values(kits)) await cachedKit(kit, { isBest });
  const { build } = await import(VITE) as typeof import("vite");
  const { default: config } = await import(CONFIG) as typeof import("./vite.config.ts");
  const aside = join(project, `node_modules/.cache/client-${process.pid}`);
  await build({
    ...config,
    build: { ...config.build, outDir: aside },
    configFile: false,
    mode: "production",
    logLevel: "warn",
  });
  await build({
    root: join(project, "client"),
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    build: {
      outDir: aside,
      emptyOutDir: false,
      target: "es2023",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // Swagger UI alone is almost this large, in kB.
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: join(project, "client/docs.html") },
    },
  });
  const built = await files(aside);
  const packed = built.filter((file) => compressible.has(extname(file)));
  await Promise.all(packed.map((file) => compress(file, isBest ? QUALITY.best : QUALITY.quick)));
  for (const kit of Object.values(kits)) await writeKit(kit, join(aside, kit.name), { isBest });
  await writeFile(join(aside, STAMP), isBest ? best : quick);
  await rm(dist, { recursive: true, force: true });
  await rename(aside, dist);
  return true;
}

if (import.meta.main) {
  const began = performance.now();
  const options = process.argv.slice(2);
  if (options.some((option) => option !== "--best")) {
    console.error("Usage: deno task build [--best]");
    process.exit(1);
  }
  const isBuilt = await buildClient({ isBest: options.includes("--best") });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(isBuilt ? `The client is built (${seconds} s).` : "The client is up to date.");
}
