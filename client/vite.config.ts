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

/**
 * Empties the functions of files that no browser needs here: the other transports (on both sides,
 * the socket is a WebSocket from the start), and what zod has for JSON schemas and for inputs in
 * cycles.
 */
const unneeded: Plugin = {
  name: "unneeded",
  transform: {
    filter: {
      id: [
        /engine\.io-client[\\/].+[\\/]transports[\\/](webtransport|polling-xhr)\.js$/,
        /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema|memoizer)\.js$/,
      ],
    },
    handler: (code) => ({
      code: code.matchAll(/^export (?:const|function|class) ([$\w]+)/gm)
        .map(([, name]) => `export const ${name} = () => {};`).toArray().join(""),
      map: null,
    }),
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
      const downloads = Object.entries(files).filter(([, { download }]) => download !== undefined)
        .map(([name, { file, ...facts }]) => [name, { url: `/${kit.name}/${file}`, ...facts }]);
      define[`${kit.name.toUpperCase()}_KIT`] = JSON.stringify({
        name: kit.name,
        version,
        ...Object.fromEntries(downloads),
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

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [
    languageKits,
    fonts,
    icons,
    unneeded,
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
    plugins: () => [tamedPython],
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
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        // Screens load lists of these names, and what is random in a name cannot be compressed.
        chunkFileNames: "assets/[name]-[hash:7].js",
        codeSplitting: {
          // Without groups, the parts of each set of screens that share something are a file: a
          // screen made 60 requests. A group takes what so many screens and parts share, with what
          // that imports.
          groups: [
            { name: "base", test: /client[\\/](app|main)\.tsx$|[\\/]jotai[\\/]/, priority: 6 },
            {
              name: "shared",
              test:
                /client[\\/](kit[\\/](?!editor|markdown[\\/](?!preview\.)|triage[\\/](?!waiting|held))|(assignments|sections|exports|reviews|people|solutions)[\\/][^\\/]+$|doubts[\\/](line|status|list[\\/]actions)|messages[\\/]actions)|answers[\\/]similarity|typed-language|classic[\\/]iso|terms[\\/]schema/,
              minShareCount: 3,
              priority: 5,
            },
            {
              name: "programs",
              test:
                /client[\\/](comments|threads|runs[\\/](kept|steps|sample)|kit[\\/](editor|markdown))[\\/]/,
              minShareCount: 6,
              priority: 4,
            },
            {
              name: "threads",
              test:
                /client[\\/](together|doubts[\\/](thread[\\/](?!reply|unsent)|raise|program)).*\.tsx$/,
              minShareCount: 3,
              priority: 3,
            },
            {
              name: "attempts",
              test: /reviews[\\/](attempts|schema)|answers[\\/]badges|detail[\\/]question/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: "desk",
              test: /kit[\\/]triage[\\/]triage\.tsx|desk[\\/]beside\.tsx/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: "bench",
              test:
                /client[\\/](runs[\\/](bench|workspace)[\\/]|comments[\\/]run-with|(languages|cpp|python)[\\/])/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: "grammar",
              test: /@lezer[\\/](common|highlight|lr|cpp)[\\/]/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: "code-editor",
              test:
                /@codemirror[\\/](state|view|language|commands)[\\/]|kit[\\/]editor[\\/](code-editor|changed-part)/,
              minShareCount: 1,
              priority: 2,
            },
            // What the page fetches ahead, each as one file.
            {
              name: "palette",
              test: /client[\\/](palette[\\/]palette|quick-questions[\\/]watch)\.tsx$/,
              priority: 1,
            },
            {
              name: "steps",
              test: /client[\\/]runs[\\/]steps[\\/](step-through|along|kept-steps)\.tsx$/,
              priority: 1,
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
