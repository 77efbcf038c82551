/** How the client is built, and served while it is being written. */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

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
    filter: { id: [/[\\/]client[\\/].+\.tsx?$/, /[\\/]schema\.ts\?constants$/] },
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

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [constants, fonts, onlyWebSocket, react(), tailwindcss()],
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
            {
              name: "kit",
              test: /client[\\/]kit[\\/](?!tabs|stretch|newer)|[\\/]lucide-react@/,
              minShareCount: 6,
            },
            { name: "state", test: /client[\\/]\w+[\\/]state\.ts/ },
            { name: "kit", test: /\?constants$/ },
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
