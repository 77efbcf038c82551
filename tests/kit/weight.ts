/**
 * Computes from the build which scripts a screen loads before the user does anything: those that
 * its page names, those that they import, and those that the screen imports by itself.
 * tests/e2e/screens.spec.ts compares this with what a browser loads.
 */
import { existsSync, readFileSync } from "node:fs";
import { importedBy, importedForContent, type Visitor } from "./screens.ts";

export const DIST = "client/dist";
/** The parts that a screen loads when its user is active, when it is idle, or after it is shown. */
const LATER = [
  "runs/steps/step-through.tsx",
  "runs/workspace/workspace.tsx",
  "runs/sample/code-blocks.tsx",
  "kit/editor/code-editor.tsx",
  "kit/layout/splitter.tsx",
  "kit/triage/reserve.ts",
  "dashboards/staff/answers.tsx",
  "dashboards/staff/class-week.tsx",
  "desk/beside.tsx",
  "desk/item-context.tsx",
  "desk/line-head.tsx",
  "desk/manage-replies.tsx",
  "desk/saved-replies.tsx",
  "desk/waiting.tsx",
  "doubts/line.tsx",
  "doubts/raise/others-asked.tsx",
  "doubts/raise/raise-dialog.tsx",
  "doubts/triage/triage-reply.tsx",
  "doubts/answers/keep.tsx",
  "doubts/answers/offer.tsx",
  "doubts/answers/reply-end.tsx",
  "doubts/program.tsx",
  "doubts/sent/actions.ts",
  "doubts/triage/search.tsx",
  "doubts/triage/standing.tsx",
  "comments/brought.tsx",
  "comments/goes-with.tsx",
  "reviews/queue/form.tsx",
  "rubrics/points.tsx",
  "kit/lists/filter-text.tsx",
  "lessons/banner.tsx",
  "sections/filter.tsx",
  "people/own-news.tsx",
  "together/together.tsx",
  "assignments/list/give-out.tsx",
  "assignments/detail/assign.tsx",
  "assignments/detail/code-form.tsx",
  "assignments/cases/judge-fields.tsx",
  "assignments/cases/model-fields.tsx",
  "calendar/panel.tsx",
  "personal/copy.tsx",
  "auth/profile/delete-account.tsx",
  "auth/tokens/panel.tsx",
  "exports/menu.tsx",
  "doubts/program-bench.tsx",
  "kit/news/place-aside.ts",
  "kit/triage/shortcut-help.tsx",
  "palette/palette.tsx",
  "polls/ask.tsx",
  "reviews/attempts/changes.tsx",
  "reviews/queue/news.tsx",
  "reviews/queue/question.tsx",
  "runs/kept/review-bench.tsx",
  "runs/sample/try-program.tsx",
  "solutions/given-up.tsx",
];

interface Chunk {
  file: string;
  imports?: string[];
}

export interface Build {
  /** The scripts that a screen loads whatever it shows. */
  scriptsOf(screen: string, who: Visitor): Set<string>;
  /** The scripts that it loads at most before the user does anything: these are weighed. */
  mostOf(screen: string, who: Visitor): Set<string>;
  /** The scripts that it may load besides those that it always loads. */
  optionalOf(screen: string): Set<string>;
  /** What is loaded at the first sign of a user, or when the page is idle. */
  rules: Set<string>;
}

export function readBuild(): Build {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(`${DIST}/.vite/manifest.json`, "utf8"),
  );
  const byFile = new Map(Object.entries(manifest).map(([source, { file }]) => [file, source]));
  const packages = Object.keys(manifest).filter((source) => source.includes("/node_modules/"));

  /** Adds the chunk of a source and all chunks that it imports statically. */
  function add(source: string, files: Set<string>): void {
    const name = source in manifest
      ? source
      : packages.find((one) => one.includes(`/node_modules/${source}/`));
    const chunk = manifest[name ?? ""];
    if (chunk === undefined) throw new Error(`the build has no chunk for ${source}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const one of chunk.imports ?? []) add(one, files);
  }

  const rules = new Set<string>();
  for (const source of Object.keys(manifest)) {
    if (source.endsWith("/schema.ts") || LATER.includes(source)) add(source, rules);
  }
  function scriptsOf(screen: string, who: Visitor): Set<string> {
    const files = new Set<string>();
    for (const file of namedBy(pageOf(screen))) {
      const source = byFile.get(file);
      if (source === undefined) files.add(file);
      else add(source, files);
    }
    for (const source of importedBy(screen, who)) add(source, files);
    return files;
  }
  return {
    rules,
    scriptsOf,
    mostOf(screen, who) {
      const files = scriptsOf(screen, who);
      if (who === "visitor") return files;
      for (const source of importedForContent(screen).atOnce) add(source, files);
      return files;
    },
    optionalOf(screen) {
      const files = new Set<string>();
      const { atOnce, afterwards } = importedForContent(screen);
      for (const source of [...atOnce, ...afterwards]) add(source, files);
      return files;
    },
  };
}

/** Returns the page that answers an address, chosen as in server/kit/http/pages.ts. */
function pageOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://site");
  const names = [
    ...searchParams.get("view") === "triage" ? [`${pathname}/triage`] : [],
    pathname,
    pathname.replace(/[^/]+$/, "_"),
  ];
  const found = names.map((name) => `${DIST}/pages${name}.html`).find((file) => existsSync(file));
  return readFileSync(found ?? `${DIST}/index.html`, "utf8");
}

const namedBy = (html: string): string[] =>
  [...html.matchAll(/<script[^>]* src="\/([^"]+)"|rel="modulepreload"[^>]* href="\/([^"]+)"/g)]
    .map(([, script, preload]) => script ?? preload ?? "");
