/** How the client is built, and served while it is being written. */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type Rolldown } from "vite";

const server = Deno.env.get("SERVER_URL") ?? "http://127.0.0.1:8000";

/**
 * daisyui's rules for a control in a label of the control's class, and for a toggle with icons. We
 * have neither, and with them each key that is typed anywhere restyles the whole page.
 */
const COSTLY =
  /:has\(\s*>\s*(?:input|select|textarea)\[disabled\]\)|(?<=\.toggle):has\(:checked\)/g;
const lean = {
  postcssPlugin: "lean",
  Rule(rule: { selector: string }): void {
    if (rule.selector.search(COSTLY) >= 0) {
      rule.selector = rule.selector.replaceAll(COSTLY, ":not(*)");
    }
  },
};

/** What every screen is written in is on its way before the styles that name it are read. */
const fonts: Plugin = {
  name: "fonts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle).filter((name) => /-next-latin-wght-normal-.*\.woff2$/.test(name)).map(
        (name) => ({
          tag: "link",
          attrs: {
            rel: "preload",
            as: "font",
            type: "font/woff2",
            href: `/${name}`,
            crossorigin: "",
          },
          injectTo: "head",
        }),
      ),
  },
};

/** As the app registers them. */
const SCREEN = /^ {2}"(\/[^"]*)": screen\("\w+", \(\) => import\("\.\/([^"]+)"\)\)/gm;
const HOME = "home/home.tsx";
/** What a screen shows at once that is a file of its own. */
const WITHIN: Record<string, string> = {
  "/doubts": "doubts/cards.tsx",
  "/doubts?view=triage": "doubts/queue.tsx",
  "/solutions": "reviews/cards.tsx",
  "/solutions?view=triage": "reviews/queue.tsx",
};

/** A page for each screen: the screen's code is on its way together with everybody's. */
const pages: Plugin = {
  name: "pages",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    async handler(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      const html = String(page.source);
      const bringing = (...files: string[]) => {
        const links = codeOf(bundle, files).filter((name) => !html.includes(name)).map((name) =>
          `\n    <link rel="modulepreload" crossorigin href="/${name}">`
        );
        return html.replace("\n  </head>", `${links.join("")}\n  </head>`);
      };
      const app = await readFile(new URL("app.tsx", import.meta.url), "utf8");
      const screens = [...app.matchAll(SCREEN)].map(([, path = "", file = ""]) => [path, file]);
      const sources = new Map(screens.map(([path = "", file = ""]) => [path, bringing(file)]));
      for (const [address, within] of Object.entries(WITHIN)) {
        const file = screens.find(([path]) => path === address.split("?")[0])?.[1] ?? "";
        sources.set(address, bringing(file, within));
      }
      for (const [address, source] of sources) {
        const name = address.replace(":id", "_").replace("?view=", "/");
        this.emitFile({ type: "asset", fileName: `pages${name}.html`, source });
      }
      page.source = bringing(HOME);
    },
  },
};

/** The files that hold these sources and what they import. */
function codeOf(bundle: Rolldown.OutputBundle, sources: string[]): string[] {
  const names = new Set<string>();
  const add = (name: string | undefined) => {
    const chunk = bundle[name ?? ""];
    if (chunk?.type !== "chunk") throw new Error(`Where is the code of ${sources.join(", ")}?`);
    names.add(chunk.fileName);
    for (const one of chunk.imports) if (!names.has(one)) add(one);
  };
  for (const source of sources) {
    const chunk = Object.values(bundle).find((one) =>
      one.type === "chunk" && one.facadeModuleId?.endsWith(`/client/${source}`)
    );
    add(chunk?.fileName);
  }
  return [...names];
}

/** The socket is a WebSocket from the start, on both sides: the other ways stay away. */
const onlyWebSocket: Plugin = {
  name: "only-websocket",
  load: {
    filter: { id: /engine\.io-client[\\/].+[\\/]transports[\\/](webtransport|polling-xhr)\.js$/ },
    handler: () =>
      "export class WT {} export class XHR {} export class BaseXHR {} export class Request {}",
  },
};

const CONSTANTS = "?constants";

/**
 * A schema's constants (their names are IN_CAPITALS) come without the schemas beside them, and so
 * without zod, which only a form needs, and only once somebody writes in it.
 */
const constants: Plugin = {
  name: "constants",
  apply: "build",
  enforce: "pre",
  transform: {
    filter: { id: [/[\\/](client[\\/].+|policy)\.tsx?$/, /[\\/]schema\.ts\?constants$/] },
    handler(code, id) {
      if (!id.endsWith(CONSTANTS)) return code.replace(SCHEMA_IMPORT, splitImport);
      const rest = this.parse(code, { lang: "ts" }).body.flatMap((statement) => {
        const inner = statement.type === "ExportNamedDeclaration"
          ? statement.declaration
          : statement;
        if (inner?.type !== "VariableDeclaration") return [];
        return inner.declarations.flatMap(({ id, init }) =>
          init && id.type === "Identifier" && !CONSTANT.test(id.name) ? [init] : []
        );
      });
      // What nobody takes is left out: here that is every schema.
      const lazy = rest.reduceRight((text, { start, end }) => {
        const schema = text.slice(start, end);
        return `${text.slice(0, start)}/* @__PURE__ */ (() => (${schema}))()${text.slice(end)}`;
      }, code);
      return {
        code: lazy.replaceAll('/schema.ts"', `/schema.ts${CONSTANTS}"`),
        moduleSideEffects: false,
      };
    },
  },
};

const CONSTANT = /^[A-Z][A-Z\d_]*$/;
const SCHEMA_IMPORT = /^import \{([^}]+)\} from "([^"]+\/schema\.ts)";/gm;

function splitImport(whole: string, names: string, from: string): string {
  const taken = names.split(",").map((name) => name.trim()).filter(Boolean);
  const plain = taken.filter((name) => CONSTANT.test(name));
  const others = taken.filter((name) => !CONSTANT.test(name));
  if (plain.length === 0) return whole;
  const constants = `import { ${plain.join(", ")} } from "${from}${CONSTANTS}";`;
  return others.length === 0
    ? constants
    : `import { ${others.join(", ")} } from "${from}"; ${constants}`;
}

/**
 * What most screens share travels together, from the start: a request of its own costs more than a
 * few lines weigh. Not what only some need, or what is long.
 */
const BASE = new RegExp(
  [
    "client/(app|main)\\.tsx",
    "client/people/(account|avatar|navigation)\\.tsx",
    "client/kit/(?!ahead|awake|code|editor|key|manage|markdown|newer|older|pager|picture|preview|results|rows)" +
    "(?!saved|still|tabs|triage|upload)",
    "client/\\w+/(badges|state|status)\\.tsx?",
    "\\?constants$",
    "/icons/(arrow-left|check|circle-check-big|code-xml|eye|hand|megaphone|pencil|reply|user-plus)\\.mjs",
  ].join("|").replaceAll("/", "[\\\\/]"),
);

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [constants, fonts, onlyWebSocket, react(), tailwindcss(), pages],
  resolve: {
    // What the router brings for a React without it.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
  css: { postcss: { plugins: [lean] } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // The page's security policy has no room for a `data:` font or script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What several screens share travels together, instead of in forty files of a few lines.
        codeSplitting: {
          groups: [
            { name: "react", test: /[\\/](react|react-dom|scheduler|wouter|jotai|regexparam)@/ },
            { name: "zod", test: /[\\/]zod@/ },
            { name: "kit", test: BASE },
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
      "/socket.io": { target: server, ws: true },
    },
  },
});
