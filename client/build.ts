/** Builds the client when its sources have changed, and compresses it once for every request. */
import { createHash } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const project = fileURLToPath(new URL("..", import.meta.url));
const dist = join(project, "client/dist");
const STAMP = ".stamp";
const compressible = new Set([".html", ".js", ".css", ".svg", ".json", ".txt"]);

async function files(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** What the build depends on: the client, what it takes from the server, and the versions. */
async function sources(): Promise<string[]> {
  const client = await files(join(project, "client"));
  const server = await files(join(project, "server"));
  return [
    ...client.filter((file) => !file.startsWith(dist)),
    ...server.filter((file) => /[\\/](schema|policy|roles)\.ts$/.test(file)),
    join(project, "deno.lock"),
  ];
}

async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of await sources()) {
    hash.update(`${relative(project, file)}\0`).update(await readFile(file)).update("\0");
  }
  return hash.digest("hex");
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const brotli = promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  await Promise.all([
    brotli.then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}

/** True when there was something to build. Two at once do no harm: each builds aside, then swaps. */
export async function buildClient(): Promise<boolean> {
  const now = await fingerprint();
  if (await readFile(join(dist, STAMP), "utf8").catch(() => "") === now) return false;
  // Vite takes a second to load: not worth it when there is nothing to do.
  const { build } = await import("vite");
  const { default: config } = await import("./vite.config.ts");
  const aside = join(project, `node_modules/.cache/client-${process.pid}`);
  await build({
    ...config,
    build: { ...config.build, outDir: aside },
    configFile: false,
    mode: "production",
    logLevel: "warn",
  });
  const built = await files(aside);
  await Promise.all(built.filter((file) => compressible.has(extname(file))).map(compress));
  await writeFile(join(aside, STAMP), now);
  await rm(dist, { recursive: true, force: true });
  await rename(aside, dist);
  return true;
}

if (import.meta.main) {
  console.log(await buildClient() ? "The client is built." : "The client is up to date.");
}
