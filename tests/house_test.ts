/** The architecture rules: file names, permitted imports, no cycles, exact versions. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import {
  componentsOf,
  featureOf,
  functionsOf,
  type House,
  type Import,
  importsOf,
  readSources,
} from "./kit/house.ts";

/** Returns each violation, as `file:line: sentence`. */
type Rule = (house: House) => string[];

const FEATURE_FILES = [
  "schema",
  "policy",
  "tables",
  "failure",
  "grouping",
  "queries",
  "search",
  "topics",
  "writes",
  "commands",
  "routes",
];
/**
 * The kits' folders ("rooms"). A file imports from its own room and from those before it; types
 * from any.
 */
const KIT_ROOMS: Record<string, string[]> = {
  "server/kit": [
    "core",
    "db",
    "postgres",
    "limits",
    "mail",
    "security",
    "files",
    "content",
    "formats",
    "http",
    "contract",
    "process",
  ],
  "client/kit": [
    "net",
    "data",
    "focus",
    "ui",
    "layout",
    "news",
    "forms",
    "editor",
    "markdown",
    "lists",
    "triage",
    "app",
  ],
};
const CLIENT_ROOT = [
  "app.tsx",
  "build.ts",
  "live.ts",
  "main.tsx",
  "routes.ts",
  "service-worker.ts",
  "vite.config.ts",
];
/** They run in Deno, and bring the languages into the built client. */
const CLIENT_BUILD = ["client/build.ts", "client/vite.config.ts"];
/** Client features that the server does not have: pages made of other features' panels. */
const CLIENT_ONLY = ["home"];
const READS = ["schema", "policy", "tables", "failure", "grouping", "queries"];
/** The files that each of a feature's files may import, of its own feature and of another. */
const MAY_IMPORT: Record<string, { own: string[]; other: string[] }> = {
  // A folder of a feature builds on the feature's own schema and tables.
  schema: { own: ["schema"], other: ["schema"] },
  policy: { own: ["schema"], other: ["schema", "policy"] },
  tables: { own: ["schema", "tables"], other: ["schema", "tables"] },
  // How a run failed, and which runs failed alike: pure functions.
  failure: { own: ["schema", "policy"], other: ["schema", "policy"] },
  grouping: { own: ["schema", "policy"], other: ["schema", "policy"] },
  queries: { own: READS, other: [...READS, "search"] },
  search: { own: READS, other: [...READS, "search"] },
  topics: { own: READS, other: READS },
  // What a feature lets the commands of others write: its own commands use it, too.
  writes: { own: [...READS, "search", "writes"], other: [...READS, "writes"] },
  commands: {
    own: [...READS, "search", "topics", "writes", "commands"],
    other: [...READS, "writes"],
  },
  routes: { own: [...READS, "search", "writes", "commands"], other: READS },
};
const MAY_IMPORT_LIVE = ["queries", "search", "topics", "writes", "commands", "routes"];
/** The kit's files that a schema, or the client, may use. */
const SHARED_KIT = "core/cells core/paging core/roles core/schema core/alias"
  .split(" ").map((name) => `server/kit/${name}.ts`);
/**
 * The server's renderer and the client's preview share these files. They import no other file of
 * the project.
 */
const SHARED_RENDERING = ["server/kit/content/rich_text.ts", "server/kit/content/html_tags.ts"];
/** The folders of the languages, and what they share. */
const TOOLCHAIN = /^server\/(cpp|languages|python)\//;
/** Their files that need Deno. The other files also run in a browser. */
const TOOLCHAIN_SERVER_ONLY =
  /^server\/(cpp|languages|python)\/(build\w*|kits|kit_files|judge\/\w+)\.ts$/;
/** The client's part of them: it downloads, compiles and runs. */
const CLIENT_TOOLCHAIN = /^client\/(cpp|languages|python)\/[^/]+$/;
/** The folders of one language, on both sides. */
const LANGUAGE = /^(server|client)\/(cpp|python)\//;
/**
 * The lists of the languages, and what only programs of C++ have: includes, and compiler messages
 * that the wall explains.
 */
const MAY_NAME_A_LANGUAGE = [
  /^server\/languages\/(kits|judge\/(judge|messages))\.ts$/,
  /^client\/(vite\.config|languages\/sandbox)\.ts$/,
  /^client\/kit\/editor\/(cpp-editor\.ts|code-editor\.tsx)$/,
  /^client\/runs\/bench\/quick-fixes\.tsx$/,
  /^server\/class-sessions\/wall\/queries\.ts$/,
];
/** What both sides know of the languages: constants, types, and texts of cases. */
const LANGUAGE_FACTS = ["calls", "constants", "languages", "schema", "texts", "types"]
  .map((name) => `server/languages/${name}.ts`);
/** The most lines of one function, without those of the functions inside it. */
const FUNCTION_MOST = 80;
/** The same with the functions inside it. */
const WHOLE_MOST = 120;
const LINES_MOST = 600;
const PROPS_MOST = 10;

/** Returns a violation for each import for which `judge` returns a sentence. */
function wrongImports(house: House, judge: (path: string, taken: Import) => string | null) {
  return Object.entries(house).flatMap(([path, text]) =>
    importsOf(path, text).flatMap((taken) => {
      const sentence = judge(path, taken);
      return sentence === null ? [] : [`${path}:${taken.line}: ${sentence}`];
    })
  );
}

const isOurs = (path: string) => /^(server|client|db|tests)\//.test(path);

const vocabulary: Rule = (house) => {
  const features = new Set(Object.keys(house).map((path) => featureOf(path)?.feature));
  return Object.keys(house).flatMap((path) => {
    const wrong = (sentence: string) => [`${path}:1: ${sentence}`];
    const [place, folder, ...rest] = path.split("/");
    if (/(^|\/)(index|mod)\.tsx?$/.test(path)) return wrong("there are no barrels");
    if (place === "server") {
      if (rest.length === 0) {
        return ["app.ts", "events.ts", "main.ts", "upkeep.ts"].includes(folder ?? "")
          ? []
          : wrong("belongs in a folder");
      }
      if (folder === "kit") return inRoom("server/kit", rest) ? [] : wrong("is in no room");
      if (rest.length > 2) return wrong("a feature's folders hold no folders");
      if (folder === "live" || TOOLCHAIN.test(path)) return [];
      return FEATURE_FILES.some((name) => rest.at(-1) === `${name}.ts`)
        ? []
        : wrong(`a feature's file is one of ${FEATURE_FILES.join(", ")}`);
    }
    if (place !== "client") return [];
    if (rest.length === 0) {
      return CLIENT_ROOT.includes(folder ?? "") ? [] : wrong("belongs in a feature's folder");
    }
    if (folder === "kit") return inRoom("client/kit", rest) ? [] : wrong("is in no room");
    if (folder === "vite") return rest.length === 1 ? [] : wrong("is in no room");
    if (CLIENT_TOOLCHAIN.test(path)) return [];
    if (rest.length > 2) return wrong("a feature's folders hold no folders");
    if (!features.has(folder) && !CLIENT_ONLY.includes(folder ?? "")) {
      return wrong(`the server has no feature ${folder}`);
    }
    // Code that only the live channel needs loads after the first screen, so it is not in state.ts.
    return /^(state\.ts|actions\.ts|live\.ts|[a-z]+(-[a-z]+)*\.tsx)$/.test(rest.at(-1) ?? "")
      ? []
      : wrong("a feature's file is state.ts, actions.ts, live.ts or a screen's .tsx");
  });
};

function inRoom(kit: string, [room, ...rest]: string[]): boolean {
  return rest.length === 1 && (KIT_ROOMS[kit] ?? []).includes(room ?? "");
}

const roomOrder: Rule = (house) =>
  wrongImports(house, (path, { to, isType }) => {
    const kit = Object.keys(KIT_ROOMS).find((kit) => path.startsWith(`${kit}/`));
    if (!kit || isType || !to.startsWith(`${kit}/`)) return null;
    const rooms = KIT_ROOMS[kit] ?? [];
    const [from = "", into = ""] = [path, to].map((file) => file.split("/")[2]);
    return rooms.indexOf(into) <= rooms.indexOf(from) ? null : `${from} may not import ${to}`;
  });

const directions: Rule = (house) =>
  wrongImports(house, (path, { to }) => {
    if (!path.startsWith("server/")) {
      return path.startsWith("db/") && /^(client|tests)\//.test(to) ? `db imports ${to}` : null;
    }
    if (!isOurs(to)) return null;
    if (!to.startsWith("server/")) {
      return path === "server/main.ts" && to === "db/seed.ts" ? null : `the server imports ${to}`;
    }
    if (to === "server/main.ts") return "nothing imports main";
    if (path === "server/main.ts") return null;
    if (["server/app.ts", "server/upkeep.ts"].includes(to)) return `only main imports ${to}`;
    const [mine, theirs] = [featureOf(path), featureOf(to)];
    if (path.startsWith("server/kit/")) {
      return to.startsWith("server/kit/")
        ? null
        : "the kit knows no feature, and not the live part";
    }
    if (TOOLCHAIN.test(path)) {
      return TOOLCHAIN.test(to) || to.startsWith("server/kit/")
        ? null
        : "a language knows no feature";
    }
    if (path.startsWith("server/live/")) {
      return theirs ? `the live part knows no feature, not ${to}` : null;
    }
    if (path === "server/app.ts") {
      return theirs?.file === "commands" ? "app imports routes, not commands" : null;
    }
    if (!mine) return null;
    const may = MAY_IMPORT[mine.file];
    if (!may) return null;
    if (theirs) {
      const allowed = mine.feature === theirs.feature ? may.own : may.other;
      return allowed.includes(theirs.file)
        ? null
        : `${mine.file} may not import ${theirs.feature}/${theirs.file}`;
    }
    if (to.startsWith("server/live/") && !MAY_IMPORT_LIVE.includes(mine.file)) {
      return `${mine.file} may not import ${to}`;
    }
    return null;
  });

const pureSchemas: Rule = (house) =>
  wrongImports(house, (path, { to }) => {
    if (featureOf(path)?.file !== "schema") return null;
    if (to === "zod" || SHARED_KIT.includes(to) || featureOf(to)?.file === "schema") return null;
    if (LANGUAGE_FACTS.includes(to)) return null;
    return `a schema imports zod and other schemas only, not ${to}`;
  });

const purePolicies: Rule = (house) =>
  wrongImports(house, (path, { to }) => {
    if (!["policy", "grouping"].includes(featureOf(path)?.file ?? "")) return null;
    if (SHARED_KIT.includes(to) || ["schema", "policy"].includes(featureOf(to)?.file ?? "")) {
      return null;
    }
    if (LANGUAGE_FACTS.includes(to)) return null;
    return `a policy is pure and runs in the browser too: not ${to}`;
  });

const clientWindow: Rule = (house) =>
  wrongImports(house, (path, { to, isType, names }) => {
    if (!path.startsWith("client/") || !isOurs(to) || to.startsWith("client/")) return null;
    if (SHARED_KIT.includes(to)) return null;
    if (TOOLCHAIN.test(to) && !TOOLCHAIN_SERVER_ONLY.test(to)) return null;
    if (TOOLCHAIN.test(to) && CLIENT_BUILD.includes(path)) return null;
    if (
      SHARED_RENDERING.includes(to) && path === "client/kit/markdown/markdown-preview.tsx"
    ) return null;
    if (["schema", "policy", "grouping"].includes(featureOf(to)?.file ?? "")) return null;
    const types = names.replace(/[{}]|\btype\b/g, "").split(",").map((name) => name.trim())
      .filter(Boolean);
    const only = (name: string) => isType && types.length === 1 && types[0] === name;
    if (to === "server/app.ts" && only("Api")) return null;
    if (to === "server/events.ts" && only("Pushes")) return null;
    return `the client sees schemas, policies and the types Api and Pushes, not ${to}`;
  });

/** The toolchain's files that run in a browser use nothing of Deno's or Node's. */
const portableToolchain: Rule = (house) =>
  wrongImports(house, (path, { to }) => {
    if (!TOOLCHAIN.test(path) || TOOLCHAIN_SERVER_ONLY.test(path)) return null;
    if (to === "@lezer/cpp" && path.startsWith("server/cpp/steps/")) return null;
    if (to === "zod" && path === "server/languages/schema.ts") return null;
    return TOOLCHAIN.test(to) && !TOOLCHAIN_SERVER_ONLY.test(to)
      ? null
      : `a file of the toolchain that runs in a browser imports ${to}`;
  });

/** A third language is a folder and a line in the lists: nothing else asks which one it is. */
const languagesApart: Rule = (house) => [
  ...wrongImports(house, (path, { to }) => {
    const [, , language] = LANGUAGE.exec(to) ?? [];
    if (language === undefined || /^(db|tests)\//.test(path)) return null;
    if (LANGUAGE.exec(path)?.[2] === language) return null;
    return MAY_NAME_A_LANGUAGE.some((one) => one.test(path))
      ? null
      : `only the lists of languages name one, not ${to}`;
  }),
  ...Object.entries(house).flatMap(([path, text]) =>
    /^(server|client)\//.test(path)
      ? text.split("\n").flatMap((line, at) =>
        /([=!]==? |\bcase )"(cpp|python)"/.test(line)
          ? [`${path}:${at + 1}: asks which language it is`]
          : []
      )
      : []
  ),
];

const pureRendering: Rule = (house) =>
  wrongImports(
    house,
    (path, { to }) =>
      SHARED_RENDERING.includes(path) && isOurs(to)
        ? `what both sides render with imports ${to}`
        : null,
  );

const kitKnowsNobody: Rule = (house) =>
  wrongImports(house, (path, { to }) => {
    if (!to.startsWith("client/") || to.startsWith("client/kit/")) return null;
    if (path.startsWith("client/kit/")) return `the client's kit knows no feature, not ${to}`;
    if (!CLIENT_TOOLCHAIN.test(path) || CLIENT_TOOLCHAIN.test(to)) return null;
    return `a language knows no feature, not ${to}`;
  });

const noCycles: Rule = (house) => {
  const done = new Set<string>();
  const cycles: string[] = [];
  function visit(path: string, trail: string[]): void {
    if (trail.includes(path)) {
      const ring = [...trail.slice(trail.indexOf(path)), path];
      cycles.push(`${path}:1: a cycle: ${ring.join(" → ")}`);
      return;
    }
    if (done.has(path)) return;
    for (const { to } of importsOf(path, house[path] ?? "")) visit(to, [...trail, path]);
    done.add(path);
  }
  for (const path of Object.keys(house)) visit(path, []);
  return cycles;
};

const docComments: Rule = (house) =>
  Object.entries(house).flatMap(([path, text]) => {
    if (!/\.tsx?$/.test(path)) return [];
    const begins = /^(#![^\n]*\n)?\/\*\*\s*(\*\s*)?[^\s*/]/.test(text);
    return begins ? [] : [`${path}:1: begins without a line that says what it holds`];
  });

const shortFiles: Rule = (house) =>
  Object.entries(house).flatMap(([path, text]) => {
    const lines = text.trimEnd().split("\n").length;
    if (lines <= LINES_MOST) return [];
    return [`${path}:${LINES_MOST + 1}: ${lines} lines, more than ${LINES_MOST}`];
  });

/** Checks only code of the product, because a test may list many cases. */
const shortFunctions: Rule = (house) =>
  Object.entries(house).flatMap(([path, text]) => {
    if (!/^(server|client|db)[/]/.test(path)) return [];
    return functionsOf(path, text).flatMap(({ line, lines, whole }) =>
      lines <= FUNCTION_MOST && whole <= WHOLE_MOST
        ? []
        : [`${path}:${line}: a function of ${lines} lines, ${whole} with those inside it`]
    );
  });

const fewProps: Rule = (house) =>
  componentsOf(house).flatMap(({ path, line, props }) =>
    props <= PROPS_MOST ? [] : [`${path}:${line}: a component with ${props} props`]
  );

/** At most 110 journeys in Chromium, 45 of them in the short run, for which a newcomer waits. */
const fewJourneys: Rule = (house) => {
  const all = Object.entries(house).flatMap(([path, text]) =>
    /^tests\/e2e\/[\w-]+\.spec/.test(path) ? text.match(/^ *test\(.*/gm) ?? [] : []
  );
  const main = all.filter((journey) => journey.includes(" @main"));
  if (all.length <= 110 && main.length <= 45) return [];
  return [`tests/e2e: ${all.length} journeys, ${main.length} of them @main`];
};

const exactVersions: Rule = (house) =>
  Object.entries(house).flatMap(([path, text]) =>
    text.split("\n").flatMap((line, at) =>
      Array.from(line.matchAll(/["' ](npm|jsr):\/?((?:@[\w.-]+\/)?[\w.-]+)(@[^\s"'/]*)?/g))
        .filter(([, , , version]) => !/^@\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version ?? ""))
        .map(([, , name]) => `${path}:${at + 1}: ${name} has no exact version`)
    )
  );

/**
 * The keys of a person who composes a character reach no handler, since `composition.ts` stops them
 * first: at the window, while the event goes down. So a handler may listen anywhere else.
 */
const afterComposition: Rule = (house) =>
  Object.entries(house).flatMap(([path, text]) => {
    if (path === "client/main.tsx") {
      const [first] = text.replace(/\/\*[^]*?\*\/|^import [^;]*;|^const [^;]*;/gm, "").trim().split(
        "\n",
      );
      return first === "stopKeysOfComposition(globalThis);" ? [] : [`${path}:1: does not begin so`];
    }
    if (!path.startsWith("client/") || path === "client/kit/focus/composition.ts") return [];
    return text.split("\n").flatMap((line, at) =>
      /(?<!\w\.)\baddEventListener\("key[^,]*,[^,]*,|window\.addEventListener\("key|\.isComposing\b/
          .test(line)
        ? [`${path}:${at + 1}: may get the keys of a composition, or asks for one`]
        : []
    );
  });

const PROPS = "abcdefghij".split("").map((name) => `${name}: 1;`).join(" ");

/**
 * A rule, and the places that break it in made-up trees, each with the text of its file, or with all
 * files.
 */
const rules: { says: string; rule: Rule; breaks: [string, string | House][] }[] = [
  {
    says: "a folder has only files with permitted names",
    rule: vocabulary,
    breaks: [
      ["server/doubts/helpers.ts:1", ""],
      ["server/doubts/queue/late/queries.ts:1", ""],
      ["server/kit/extra.ts:1", ""],
      ["client/kit/things/extra.ts:1", ""],
      ["server/kit/index.ts:1", ""],
      ["server/late.ts:1", ""],
      ["client/doubts/utils.ts:1", { "server/doubts/schema.ts": "", "client/doubts/utils.ts": "" }],
      ["client/gadgets/list.tsx:1", ""],
      ["client/helpers.ts:1", ""],
    ],
  },
  {
    says: "imports go one way: schema, policy, queries, commands, routes, app, main",
    rule: directions,
    breaks: [
      ["server/a/queries.ts:1", 'import { x } from "./commands.ts";'],
      ["server/a/commands.ts:2", '\nimport { x } from "../b/commands.ts";'],
      ["server/a/tables.ts:1", 'import { x } from "../live/outbox.ts";'],
      ["server/kit/x.ts:1", 'import type { A } from "../a/schema.ts";'],
      ["server/live/relay.ts:1", 'import { a } from "../a/schema.ts";'],
      ["server/a/routes.ts:1", 'import {\n  x,\n} from "../app.ts";'],
      ["server/a/queries.ts:1", 'const x = await import("../../tests/x.ts");'],
    ],
  },
  {
    says: "a kit's rooms import one way",
    rule: roomOrder,
    breaks: [
      ["server/kit/core/x.ts:1", 'import { y } from "../db/y.ts";'],
      ["client/kit/ui/x.ts:1", 'import { y } from "../lists/y.tsx";'],
    ],
  },
  {
    says: "a schema imports zod and other schemas only",
    rule: pureSchemas,
    breaks: [
      ["server/a/schema.ts:1", 'import { newId } from "../kit/core/ids.ts";'],
      ["server/a/schema.ts:1", 'import postgres from "postgres";'],
    ],
  },
  {
    says: "a policy imports schemas, policies and roles only",
    rule: purePolicies,
    breaks: [
      ["server/a/policy.ts:1", 'import { connect } from "../kit/database.ts";'],
    ],
  },
  {
    says: "the client imports only schemas, policies, and the types Api and Pushes of the server",
    rule: clientWindow,
    breaks: [
      ["client/a/state.ts:1", 'import { list } from "../../server/a/queries.ts";'],
      ["client/live.ts:1", 'import { Api } from "../server/app.ts";'],
      ["client/live.ts:1", 'import type { Api, routes } from "../server/app.ts";'],
      ["client/kit/x.ts:1", 'import "../../server/kit/env.ts";'],
      ["client/kit/x.ts:1", 'import "../../server/kit/rich.ts";'],
    ],
  },
  {
    says: "the renderer that both sides share imports no other file of the project",
    rule: pureRendering,
    breaks: [["server/kit/content/html_tags.ts:1", 'import "./errors.ts";']],
  },
  {
    says: "the parts of the languages that run in a browser import no others",
    rule: portableToolchain,
    breaks: [
      ["server/cpp/x.ts:1", 'import "node:fs";'],
      ["server/cpp/x.ts:1", 'import { judge } from "./judge/judge.ts";'],
    ],
  },
  {
    says: "nothing asks which language it is, and only the lists name one",
    rule: languagesApart,
    breaks: [
      ["server/a/commands.ts:1", 'import { x } from "../python/run.ts";'],
      ["server/python/x.ts:1", 'import { x } from "../cpp/run.ts";'],
      ["client/a/list.tsx:2", '\nif (language === "python") x();'],
      ["client/a/list.tsx:2", 'switch (a) {\n  case "cpp":'],
    ],
  },
  {
    says: "the client's kit imports no feature",
    rule: kitKnowsNobody,
    breaks: [
      ["client/kit/x.ts:1", 'export { a } from "../a/state.ts";'],
      ["client/cpp/x.ts:1", 'export { a } from "../a/state.ts";'],
    ],
  },
  {
    says: "there are no import cycles",
    rule: noCycles,
    breaks: [["client/a.ts:1", {
      "client/a.ts": 'import type { B } from "./b.ts";',
      "client/b.ts": 'import { c } from "./c.ts";',
      "client/c.ts": 'import { a } from "./a.ts";',
    }]],
  },
  {
    says: "every file begins with a comment on its content",
    rule: docComments,
    breaks: [
      ["server/kit/x.ts:1", 'import "y";\n/** Late. */\n'],
      ["server/kit/x.ts:1", "/** */\nexport {};"],
    ],
  },
  {
    says: `no file has more than ${LINES_MOST} lines`,
    rule: shortFiles,
    breaks: [[`tests/x.ts:${LINES_MOST + 1}`, "x\n".repeat(LINES_MOST + 1)]],
  },
  {
    says: `no function has more than ${FUNCTION_MOST} lines, or ${WHOLE_MOST} with those inside it`,
    rule: shortFunctions,
    breaks: [
      ["server/x.ts:2", `\nexport function long() {${"\n  work();".repeat(FUNCTION_MOST)}\n}`],
      ["client/x.tsx:1", `const Long = () => (\n<p>${"\n  <br />".repeat(FUNCTION_MOST)}</p>);`],
      [
        "server/x.ts:1",
        `function outer() {${"\n  const f = () => {\n\n\n  };".repeat(WHOLE_MOST / 4)}\n}`,
      ],
    ],
  },
  {
    says: `no component has more than ${PROPS_MOST} props`,
    rule: fewProps,
    breaks: [
      ["client/a.tsx:2", `interface A {${PROPS}}\nfunction B({ a }: A & { z: string }) {}`],
      [
        "client/b.tsx:4",
        {
          "client/a.ts": `export interface A<T> {${PROPS}}`,
          "client/b.tsx": 'import type { A } from "./a.ts";\ninterface B extends A<1> { z: 1 }\n' +
            'const Few = (b: Pick<B, "z">) => 1;\nconst Many = memo(function Many(b: B) {});',
        },
      ],
    ],
  },
  {
    says: "no key handler gets the keys of a character that is composed",
    rule: afterComposition,
    breaks: [
      ["client/main.tsx:1", 'import "x";\nwatchActivity();\n'],
      ["client/a/b.tsx:2", '\naddEventListener("keydown", press, true);'],
      ["client/a/b.tsx:1", "if (event.isComposing) return;"],
    ],
  },
  {
    says: "journeys are few",
    rule: fewJourneys,
    breaks: [["tests/e2e", { "tests/e2e/a.spec.ts": 'test("a @main", b);\n'.repeat(46) }]],
  },
  {
    says: "every dependency has an exact version",
    rule: exactVersions,
    breaks: [
      ["deno.json:2", '{\n  "hono": "npm:hono@^4.1.0"\n}'],
      ["deno.json:1", '"@types/node": "npm:@types/node@24"'],
      ["deno.json:1", '"run": "deno run -A npm:drizzle-kit generate"'],
      ["server/kit/x.ts:1", 'import x from "jsr:@std/path";'],
    ],
  },
];

const house: House = { "deno.json": await Deno.readTextFile("deno.json") };
for (const folder of ["server", "client", "db", "tests"]) await readSources(folder, house);
// The made-up trees in this file are not part of the real one.
delete house["tests/house_test.ts"];

Deno.test("all files are read", () => {
  for (const path of ["server/main.ts", "server/doubts/commands.ts", "client/main.tsx"]) {
    ok(path in house, `${path} was not found`);
  }
  const [taken] = importsOf("server/a/b.ts", 'import { c, type D } from "../e/f.ts";');
  equals([taken?.to, taken?.isType], ["server/e/f.ts", false]);
});

for (const { says, rule, breaks } of rules) {
  Deno.test(says, () => {
    for (const [where, made] of breaks) {
      const broken = typeof made === "string" ? { [where.replace(/:\d+$/, "")]: made } : made;
      equals(
        rule(broken).map((found) => found.split(": ")[0]),
        [where],
        `the rule overlooked ${JSON.stringify(broken)}`,
      );
    }
    const found = rule(house);
    ok(found.length === 0, `\n${found.map((line) => `  ${line}`).join("\n")}\n`);
  });
}
