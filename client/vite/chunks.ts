/** Which files are bundled together. */

/** Kit files that are large, or that only some screens need. */
const NOT_SHARED = [
  "app/(navigate|view|wake-lock)",
  "data/(list-page|prepared|read-tables|save-file|use-call)",
  "(editor|markdown)/",
  "focus/shortcuts",
  "forms/(ask|cancel|edit|moment|newer|remove|rows|type-ahead)",
  "layout/(room|share|splitter)",
  "lists/(filter|frozen|grid|load|newer|pager|prepared|press|results|row|search|url|virtual)",
  "net/(base64|upload)",
  "news/(notice|offer|own-news|place)",
  "triage/(claim|desk|manage|queue|reading|reserve|returned|saved|shortcut|triage|waiting)",
  "ui/(code|external|icon\\.tsx\\?|short|show|tabs)",
];

/** Features whose `state.ts` the base has. Others are loaded by their own screens (`lateConsumer`). */
const KEPT_BY_ALL = "doubts|doubts/list|threads|together";

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
    "client/runs/(bench/typed-language|sample/runnable)\\.tsx?",
    "client/(?!runs/|students/)\\w+/(badges|status)\\.tsx?",
    `client/(${KEPT_BY_ALL})/state\\.tsx?`,
    // Only the trail's screen lists what it records.
    "(?<!server/audit/schema\\.ts)\\?constants$",
    "/icon\\.tsx\\?(arrow-down|arrow-left|check|circle-check-big|clock|eye|external-link|hand|pencil-line|reply)$",
  ].join("|").replaceAll("/", "[\\\\/]"),
);

/** Both triage views load these files at once, and one file compresses better than five. */
const TRIAGE =
  /client[\\/]kit[\\/](triage[\\/](?!claim|held|manage|reading|reserve|returned|shortcut|waiting)|forms[\\/]type-ahead|lists[\\/](virtual|frozen))/;

/** The built files that the page itself loads. */
export const IN_BASE = /\/(kit|react|rolldown-runtime)-[\w-]+\.(js|css)$/;

/** What several screens share is one file, instead of forty of a few lines. */
export const GROUPS = [
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
  // The frame of a bench needs these two: screens without a program load them alone.
  { name: "tabs", test: /client[\\/]kit[\\/]ui[\\/]tabs\.tsx$/ },
  { name: "languages", test: /server[\\/]languages[\\/]languages\.ts$/ },
  { name: "bench", test: /client[\\/]runs[\\/]bench[\\/](bench-frame|program)\.tsx$/ },
];
