/** Vite's configuration, for the build and for the development server. */
import lucide from "@iconify-json/lucide/icons.json" with { type: "json" };
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { kitFacts } from "../server/cpp/build_files.ts";
import { type ScreenRoute, screens, shownWithin } from "./routes.ts";

const server = Deno.env.get("SERVER_URL") ?? "http://127.0.0.1:8000";

/**
 * daisyUI's selectors for a control in a label that has the control's class, for a toggle with
 * icons, for a button and a group of buttons around what has the focus, for themes that a control
 * chooses, and for dialogs that are popovers. The app uses none of them. They make every keystroke
 * restyle the whole page, or every insertion search all of it.
 */
const COSTLY =
  /:has\(\s*>\s*(?:input|select|textarea)\[disabled\]\)|(?<=\.toggle):has\((?:\s*>\s*input)?:(?:checked|focus-visible)\)|(?<=\.btn):has\(:focus-visible\)|:has\((?:\.btn:hover|:focus)\)|:has\((?:input\.theme-controller[^)]*|\.modal:popover-open)\)/g;
/** daisyUI asks for four kinds of open dialogs, one by its neighbour. The app has one kind. */
const OPEN_DIALOG = /:has\(:is\(\.modal\.modal-open[^)]*\)\)/g;
const lean = {
  postcssPlugin: "lean",
  Rule(rule: { selector: string }): void {
    const selector = rule.selector.replaceAll(COSTLY, ":not(*)")
      .replaceAll(OPEN_DIALOG, ":has(.modal[open])");
    if (selector !== rule.selector) rule.selector = selector;
  },
};

/**
 * Adds tags that preload a font to a page, so that it is requested before the style sheet that names
 * it is parsed.
 */
function preloadFont(html: string, bundle: object, font: RegExp): string {
  const tags = Object.keys(bundle).filter((name) => font.test(name)).map((name) =>
    `\n    <link rel="preload" as="font" type="font/woff2" crossorigin href="/${name}">`
  );
  return html.replace("\n  </head>", `${tags.join("")}\n  </head>`);
}

const TEXT_FONT = /-next-latin-wght-normal-.*\.woff2$/;
const CODE_FONT = /-mono-latin-wght-normal-.*\.woff2$/;

/** Preloads the font of all screens. */
const fonts: Plugin = {
  name: "fonts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) => preloadFont(html, bundle, TEXT_FONT),
  },
};

/** A screen full of code: its lines would wrap again when the font of code comes later. */
const WITH_CODE = "/assignments/:id";

/** Returns the file of a screen, from the source of the function that loads it. */
function fileOf({ path, load }: ScreenRoute): string {
  const [, file] = /import\("\.\/([^"]+)"\)/.exec(String(load)) ?? [];
  if (file === undefined) throw new Error(`Which file is the screen at ${path}?`);
  return file;
}

/**
 * Writes a page for each screen that preloads the screen's code, so that it is fetched together
 * with the common code.
 */
const pages: Plugin = {
  name: "pages",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      const html = String(page.source);
      const bringing = (...files: string[]) => {
        const links = codeOf(bundle, files).filter((name) => !html.includes(name)).map((name) =>
          `\n    <link rel="modulepreload" crossorigin href="/${name}">`
        );
        return html.replace("\n  </head>", `${links.join("")}\n  </head>`);
      };
      const emit = (address: string, ...files: string[]) => {
        const name = address.replace(":id", "_").replace("?view=", "/");
        const html = bringing(...files);
        const source = address === WITH_CODE ? preloadFont(html, bundle, CODE_FONT) : html;
        this.emitFile({ type: "asset", fileName: `pages${name}.html`, source });
      };
      const files = new Map(screens.map((screen) => [screen.path, fileOf(screen)]));
      const home = files.get("/") ?? "";
      for (const [path, file] of files) {
        const within = shownWithin[path];
        if (file !== home) emit(path, file, ...within ? [within] : []);
      }
      for (const [address, within] of Object.entries(shownWithin)) {
        const [path = "", query] = address.split("?");
        if (query) emit(address, files.get(path) ?? "", within);
      }
      page.source = bringing(home);
    },
  },
};

/** Returns the built files that contain these sources and their imports. */
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

/**
 * Removes the other transports from the bundle: on both sides, the socket is a WebSocket from the
 * start.
 */
const onlyWebSocket: Plugin = {
  name: "only-websocket",
  load: {
    filter: { id: /engine\.io-client[\\/].+[\\/]transports[\\/](webtransport|polling-xhr)\.js$/ },
    handler: () =>
      "export class WT {} export class XHR {} export class BaseXHR {} export class Request {}",
  },
};

/** Tells the client which files the C++ compiler consists of, as `CPP_KIT`. */
const cppKit: Plugin = {
  name: "cpp-kit",
  async config() {
    const { version, llvm, sysroot } = await kitFacts();
    const [compiler, library] = [llvm, sysroot].map(({ file, ...facts }) => ({
      url: `/cpp/${file}`,
      ...facts,
    }));
    return { define: { CPP_KIT: JSON.stringify({ version, llvm: compiler, sysroot: library }) } };
  },
};

/** How a drawing looks; kit/ui/icon.tsx says it once for all. */
const LINES =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/** Makes a module of each name of an icon: see kit/ui/icon.tsx. */
const icons: Plugin = {
  name: "icons",
  load: {
    filter: { id: /[\\/]icon\.tsx\?[\w-]+$/ },
    handler(id) {
      const [file = "", name = ""] = id.split("?");
      const drawing = lucide.icons[name as keyof typeof lucide.icons]?.body;
      if (drawing === undefined) return this.error(`Lucide has no icon "${name}".`);
      const lines = drawing.replaceAll(LINES, "").replace(/^<g>(.*)<\/g>$/, "$1");
      return `import { icon } from ${JSON.stringify(file)};
        export default /* @__PURE__ */ icon(${JSON.stringify(lines)});`;
    },
  },
};

const CONSTANTS = "?constants";

/**
 * Imports a schema's constants (their names are IN_CAPITALS) without the schemas beside them, and
 * so without zod. Only a form needs zod, and only when the user types in it.
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
      // Unused values are removed by tree shaking: here these are all schemas.
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

/** Kit files that are large, or that only some screens need. */
const NOT_SHARED = [
  "app/(navigate|view|wake-lock)",
  "cpp/",
  "data/(list-page|prepared|use-call)",
  "editor/",
  "focus/shortcuts",
  "forms/(cancel|edit|moment|newer|remove|rows|type-ahead)",
  "lists/(filter|frozen|load|pager|prepared|results|row|search|url|virtual)",
  "net/(base64|upload)",
  "news/(notice|offer|own-news|place)",
  "triage/(claim|desk|manage|queue|reading|reserve|returned|saved|triage|waiting)",
  "ui/(code|external|fold|icon\\.tsx\\?|shortcut|show|tabs)",
];

/** Features whose `state.ts` the base has. Others are loaded by their own screens (`lateConsumer`). */
const KEPT_BY_ALL = "auth|doubts|threads|together";

/**
 * The base: files that most screens need are bundled and loaded from the start, because a separate
 * request costs more than a few lines. Files that are large, or that only some screens need, are
 * excluded.
 */
const BASE = new RegExp(
  [
    "client/(app\\.tsx|main\\.tsx|routes\\.ts)",
    "client/people/(account|avatar|navigation|person-name)\\.tsx",
    `client/kit/(?!${NOT_SHARED.join("|")})`,
    "client/(\\w+/)+live\\.ts$",
    "client/runs/sample/runnable\\.tsx?",
    "client/(?!runs/|students/)\\w+/(badges|status)\\.tsx?",
    `client/(${KEPT_BY_ALL})/state\\.tsx?`,
    "\\?constants$",
    "/icon\\.tsx\\?(arrow-down|arrow-left|check|circle-check-big|clock|eye|external-link|hand|pencil-line|reply)$",
  ].join("|").replaceAll("/", "[\\\\/]"),
);

/** Both triage views load these files at once, and one file compresses better than five. */
const TRIAGE =
  /client[\\/]kit[\\/](triage[\\/](?!claim|held|manage|reading|reserve|returned|waiting)|forms[\\/]type-ahead|lists[\\/](virtual|frozen))/;

/** The built files that the page itself loads. */
const IN_BASE = /\/(kit|react|rolldown-runtime)-[\w-]+\.(js|css)$/;

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  plugins: [constants, cppKit, fonts, icons, onlyWebSocket, react(), tailwindcss(), pages],
  resolve: {
    // The router imports this shim for React versions that do not have the hook.
    alias: { "use-sync-external-store/shim/index.js": "react" },
  },
  css: { postcss: { plugins: [lean] } },
  worker: { format: "es" },
  build: {
    outDir: "dist",
    // tests/kit/weight.ts computes from the manifest how much JavaScript each screen loads.
    manifest: true,
    emptyOutDir: true,
    target: "es2023",
    // The page's Content-Security-Policy does not allow `data:` fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Every page has loaded the base, so code that is loaded later does not list it as a
      // dependency.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === "html" ? needed : needed.filter((name) => !IN_BASE.test(name)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // The sandbox is a file of its own, so that the journeys can load it into any page.
      input: ["index.html", "kit/cpp/sandbox.ts"].map((name) =>
        fileURLToPath(new URL(name, import.meta.url))
      ),
      preserveEntrySignatures: "exports-only",
      output: {
        // Code that several screens share is grouped, instead of being in forty files of a few
        // lines.
        codeSplitting: {
          groups: [
            { name: "react", test: /[\\/](react|react-dom|scheduler|wouter|jotai|regexparam)@/ },
            { name: "zod", test: /[\\/]zod@/ },
            { name: "kit", test: BASE },
            // Lists and threads need these, too.
            {
              name: "keys",
              test: /client[\\/]kit[\\/](focus[\\/]shortcuts|triage[\\/](claim-line|held|reading))/,
            },
            { name: "triage", test: TRIAGE },
            {
              name: "assignments",
              test: /client[\\/](assignments[\\/](actions|state)|solutions[\\/]state)\.ts$/,
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
      "/cpp": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
