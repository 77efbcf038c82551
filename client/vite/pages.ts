/** Writes a page for each screen, which preloads what the screen needs. */
import type { Plugin, Rolldown } from "vite";
import { type ScreenRoute, screens } from "../routes.ts";

/** Preloads a font of a page, so that it is requested before the style sheet is parsed. */
function preloadFont(html: string, bundle: object, font: RegExp): string {
  const tags = Object.keys(bundle).filter((name) => font.test(name)).map((name) =>
    `\n    <link rel="preload" as="font" type="font/woff2" crossorigin href="/${name}">`
  );
  return html.replace("\n  </head>", `${tags.join("")}\n  </head>`);
}

const TEXT_FONT = /-next-latin-wght-normal-.*\.woff2$/;
const CODE_FONT = /-mono-latin-wght-normal-.*\.woff2$/;

/** Preloads the font of all screens. */
export const fonts: Plugin = {
  name: "fonts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle = {} }) => preloadFont(html, bundle, TEXT_FONT),
  },
};

/** In the file with the schemas of all forms. */
const SCHEMAS = "server/kit/core/schema.ts?copy";

/** A screen full of code: its lines would wrap again when the font of code comes later. */
const WITH_CODE = "/assignments/:id";

/** Returns the file of a screen, from the source of the function that loads it. */
function fileOf(load: ScreenRoute["load"]): string {
  const [, file] = /import\("\.\/([^"]+)"\)/.exec(String(load)) ?? [];
  if (file === undefined) throw new Error(`Which file does ${load} import?`);
  return `client/${file}`;
}

/** Writes a page for each screen that preloads the screen's code beside the common code. */
export const pages: Plugin = {
  name: "pages",
  apply: "build",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      // A form may be opened and sent without a network. Running the schemas takes long.
      const [schemas] = codeOf(bundle, SCHEMAS);
      const prefetch = `<link rel="prefetch" as="script" crossorigin href="/${schemas}">`;
      const html = String(page.source).replace("\n  </head>", `\n    ${prefetch}\n  </head>`);
      const bringing = (file: string) => {
        const links = codeOf(bundle, file).filter((name) => !html.includes(name)).map((name) =>
          `\n    <link rel="modulepreload" crossorigin href="/${name}">`
        );
        return html.replace("\n  </head>", `${links.join("")}\n  </head>`);
      };
      const files = new Map(screens.flatMap(({ path, load, triage }) => [
        [path, fileOf(load)],
        ...triage ? [[`${path}.triage`, fileOf(triage)] as const] : [],
      ]));
      const home = files.get("/") ?? "";
      for (const [path, file] of files) {
        if (file === home) continue;
        const source = path === WITH_CODE
          ? preloadFont(bringing(file), bundle, CODE_FONT)
          : bringing(file);
        this.emitFile({ type: "asset", fileName: `pages${path.replace(":id", "_")}.html`, source });
      }
      page.source = bringing(home);
    },
  },
};

/** Returns the built files that contain this source and its imports. */
function codeOf(bundle: Rolldown.OutputBundle, source: string): string[] {
  const names = new Set<string>();
  const add = (name: string | undefined) => {
    const chunk = bundle[name ?? ""];
    if (chunk?.type !== "chunk") throw new Error(`Where is the code of ${source}?`);
    names.add(chunk.fileName);
    for (const one of chunk.imports) if (!names.has(one)) add(one);
  };
  const chunk = Object.values(bundle).find((one) =>
    one.type === "chunk" && one.moduleIds.some((id) => id.endsWith(`/${source}`))
  );
  add(chunk?.fileName);
  return [...names];
}
