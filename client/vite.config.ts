/** Vite's configuration, for the build and for the development server. */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import config from "../deno.json" with { type: "json" };
import { kits } from "../server/languages/kits.ts";
import { cachedKit, factsIn, type KitFile } from "../server/languages/kit_files.ts";
import { SCRIPTS, tamed } from "../server/python/build.ts";
import { icons } from "./vite/icons.ts";
import { fonts, pages } from "./vite/pages.ts";

const server = Deno.env.get("SERVER_URL") ?? "http://127.0.0.1:8000";

/** Marks the second copy of a schema's file. */
const COPY = "?copy";

/**
 * Forms get their schemas, and zod, by `import()`, from a second copy of the schemas' files. What
 * the screens take from those files, such as bounds, needs no zod, so the schemas are left out of
 * the first copy: the bundler keeps each call at the top of a file, since it cannot know that the
 * call only makes a value. Here it is told so.
 */
const schemas: Plugin = {
  name: "schemas",
  resolveId: {
    order: "pre",
    filter: { id: /[\\/]schema\.ts$/ },
    async handler(source, importer, options) {
      if (options.kind !== "dynamic-import" && !importer?.endsWith(COPY)) return null;
      const file = await this.resolve(source, importer?.replace(COPY, ""), options);
      return file && file.id + COPY;
    },
  },
  transform: {
    filter: { id: /[\\/]server[\\/].+[\\/]schema\.ts$/ },
    handler(code) {
      const values = this.parse(code).body
        .map((statement) => "declaration" in statement ? statement.declaration : statement)
        .flatMap((one) => one?.type === "VariableDeclaration" ? one.declarations : [])
        .flatMap(({ init }) => /^(Call|Object)/.test(init?.type ?? "") && init ? [init] : []);
      const marked = values.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${
            text.slice(end)
          }`,
        code,
      );
      return { code: marked, map: null };
    },
  },
};

/** Tells the client which files each language has, as `CPP_KIT` and so on, and its `VERSION`. */
const languageKits: Plugin = {
  name: "language-kits",
  async config() {
    const define: Record<string, string> = { VERSION: JSON.stringify(config.version) };
    for (const kit of Object.values(kits)) {
      const { version, ...files } = await factsIn<Record<string, KitFile> & { version: string }>(
        await cachedKit(kit, {}),
      );
      const { name } = kit;
      define[`${name.toUpperCase()}_KIT`] = JSON.stringify({
        name,
        version,
        files: Object.values(files).filter(({ download }) => download !== undefined)
          .map(({ file, ...facts }) => ({ url: `/${name}/${file}`, ...facts })),
      });
    }
    return { define };
  },
};

/** The interpreter's scripts as the server has them. */
const tamedPython: Plugin = {
  name: "tamed-python",
  enforce: "pre",
  transform: {
    filter: { id: SCRIPTS.map((name) => new RegExp(`/pyodide/${name.replaceAll(".", "\\.")}$`)) },
    handler: (code) => ({ code: tamed(code), map: null }),
  },
};

/** Imports a file of Python as a text. */
const pythonTexts: Plugin = {
  name: "python-texts",
  transform: {
    filter: { id: /\.py$/ },
    handler: (code) => ({ code: `export default ${JSON.stringify(code)};`, moduleType: "js" }),
  },
};

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    languageKits,
    fonts,
    icons,
    schemas,
    pythonTexts,
    react(),
    tailwindcss(),
    pages,
  ],
  resolve: {
    // The router imports this shim for React versions that do not have the hook.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
  worker: {
    format: "es",
    plugins: () => [tamedPython, pythonTexts],
    // The interpreter asks for `module` only where it runs in Node.
    rolldownOptions: { checks: { commonJsVariableInEsm: false } },
  },
  build: {
    outDir: "dist",
    // tests/weight_test.ts computes from the manifest how much JavaScript each screen loads.
    manifest: true,
    emptyOutDir: true,
    target: "es2023",
    // The page's Content-Security-Policy does not allow `data:` fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The sandbox is a file of its own, so that the journeys can load it into any page.
      input: ["index.html", "languages/sandbox.ts"].map((name) =>
        fileURLToPath(new URL(name, import.meta.url))
      ),
      preserveEntrySignatures: "exports-only",
      output: {
        // Screens load lists of these names, and what is random in a name cannot be compressed.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          // Without groups, the parts of each set of screens that share something are a file: a
          // screen made 60 requests. A group takes what so many screens and parts share, with what
          // that imports.
          groups: [
            { name: "form-schemas", test: /[\\/]zod[\\/]|\?copy$/, priority: 0 },
            { name: "base", test: /client[\\/]main\.tsx$|[\\/]jotai[\\/]/, priority: 4 },
            {
              name: "shared",
              test:
                /client[\\/](kit[\\/]|(assignments|sections|exports|reviews|people|solutions|messages)[\\/][^\\/]+$|doubts[\\/](line|status|list[\\/]actions))/,
              minShareCount: 3,
              priority: 3,
            },
            {
              name: "threads",
              test:
                /client[\\/](together|comments|doubts[\\/](thread|raise|answers)|reviews[\\/]attempts)[\\/]/,
              minShareCount: 2,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    fs: { allow: [".."] },
    proxy: {
      "/api": server,
      // Vite does not serve the page at /api/docs: the server sends it with the files of the last
      // build.
      "/assets": server,
      ...Object.fromEntries(Object.keys(kits).map((name) => [`/${name}`, server])),
      "/socket.io": { target: server, ws: true },
    },
  },
});
