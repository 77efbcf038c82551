/**
 * Builds the client if its sources have changed, and compresses the files once for all requests.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { kits } from "../server/languages/kits.ts";
import { cachedKit, writeKit } from "../server/languages/kit_files.ts";

const project = fileURLToPath(new URL("..", import.meta.url));
const dist = join(project, "client/dist");
const STAMP = ".stamp";
/**
 * Loaded only for a build. These names are no literals in an `import`: Deno reads the modules of
 * those at every start, and Vite's take seconds.
 */
const VITE: string = "vite";
const CONFIG = new URL("vite.config.ts", import.meta.url).href;
/** Brotli's quality for a draft takes 0.2 s where the usual one takes 7 s. */
const DRAFT_QUALITY = 5;
const compressible = new Set([".html", ".js", ".css", ".svg", ".json", ".txt"]);

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** The files of the server that the client imports: tests/house_test.ts lists them. */
const FROM_SERVER =
  /[\\/](schema|policy)\.ts$|[\\/](cpp|python|languages)[\\/].+|[\\/]kit[\\/](core[\\/](paging|roles)|content[\\/](rich_text|html_tags))\.ts$/;

/** Returns the files that the build depends on: the client's, those of the server, the configuration. */
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

async function fingerprint(effort: Effort): Promise<string> {
  const hash = createHash("sha256").update(effort);
  for (const file of await sources()) {
    hash.update(`${relative(project, file)}\0`).update(await readFile(file)).update("\0");
  }
  return hash.digest("hex");
}

/** Compresses a file as browsers ask for it over https; over http they ask for gzip. */
export function pack(content: Uint8Array, isDraft = false): Promise<Uint8Array> {
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_QUALITY]: isDraft ? DRAFT_QUALITY : constants.BROTLI_MAX_QUALITY,
    },
  });
}

async function compress(file: string, isDraft: boolean): Promise<void> {
  const content = await readFile(file);
  await Promise.all([
    pack(content, isDraft).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}

/**
 * How well files are compressed. A draft, for tests, has the same files as the usual build, but they
 * are some 10 % larger when they are sent; it saves seconds of a build's processor time. The best
 * compresses the kits of the languages as well as possible, which takes minutes: for an image.
 */
export type Effort = "draft" | "usual" | "best";

/**
 * Builds the client and returns true, or returns false if it is up to date. Concurrent builds do no
 * harm: each builds into its own folder and then swaps it in.
 */
export async function buildClient(effort: Effort = "usual"): Promise<boolean> {
  const now = await fingerprint(effort);
  const enough = effort === "draft" ? [now, await fingerprint("usual")] : [now];
  if (enough.includes(await readFile(join(dist, STAMP), "utf8").catch(() => ""))) return false;
  const options = { isBest: effort === "best" };
  // Made before the client, which contains the kits' facts.
  for (const kit of Object.values(kits)) await cachedKit(kit, options);
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
  await Promise.all(packed.map((file) => compress(file, effort === "draft")));
  for (const kit of Object.values(kits)) await writeKit(kit, join(aside, kit.name), options);
  await writeFile(join(aside, STAMP), now);
  await rm(dist, { recursive: true, force: true });
  await rename(aside, dist);
  return true;
}

if (import.meta.main) {
  // Tests set the variable, so that a draft is enough for `task start`, too.
  const isDraft = process.env.CLIENT_BUILD === "draft";
  const isBest = process.argv.includes("--best");
  const isBuilt = await buildClient(isBest ? "best" : isDraft ? "draft" : "usual");
  console.log(isBuilt ? "The client is built." : "The client is up to date.");
}
