/** The house's walls: file names, who may import whom, no cycles, exact versions. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { featureOf, type House, type Import, importsOf, readHouse } from "./kit/house.ts";

/** Everything that breaks the rule, as `file:line: sentence`. */
type Rule = (house: House) => string[];

const FEATURE_FILES = ["schema", "policy", "tables", "queries", "commands", "routes"];
const CLIENT_ROOT = ["app.tsx", "build.ts", "live.ts", "main.tsx", "vite.config.ts"];
/** Features of the client that the server has none of: a page, made of other features' panels. */
const CLIENT_ONLY = ["home"];
/** What a feature's file may import of its own feature, and of another. */
const MAY_IMPORT: Record<string, { own: string[]; other: string[] }> = {
  schema: { own: [], other: ["schema"] },
  policy: { own: ["schema"], other: ["schema", "policy"] },
  tables: { own: ["schema"], other: ["schema", "tables"] },
  queries: {
    own: ["schema", "policy", "tables"],
    other: ["schema", "policy", "tables", "queries"],
  },
  commands: {
    own: ["schema", "policy", "tables", "queries"],
    other: ["schema", "policy", "tables", "queries"],
  },
  routes: {
    own: ["schema", "policy", "tables", "queries", "commands"],
    other: ["schema", "policy", "tables", "queries"],
  },
};
/** The kit's files that a schema, or the client, may use. */
const SHARED_KIT = ["calls", "paging", "roles", "schema"].map((name) => `server/kit/${name}.ts`);
/** What shows a text: the client's preview is to be what the server renders. They import nothing of ours. */
const SHARED_RENDERING = ["server/kit/rich.ts", "server/kit/tags.ts"];
const LINES_MOST = 350;

/** What is wrong with each import that `judge` has something to say about. */
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
    const file = rest.join("/");
    if (/(^|\/)(index|mod)\.tsx?$/.test(path)) return wrong("there are no barrels");
    if (place === "server") {
      if (rest.length === 0) {
        return ["app.ts", "main.ts"].includes(folder ?? "") ? [] : wrong("belongs in a folder");
      }
      if (rest.length > 1) return wrong("there are no folders in folders");
      if (folder === "kit" || folder === "live") return [];
      return FEATURE_FILES.some((name) => file === `${name}.ts`)
        ? []
        : wrong(`a feature's file is one of ${FEATURE_FILES.join(", ")}`);
    }
    if (place !== "client") return [];
    if (rest.length === 0) {
      return CLIENT_ROOT.includes(folder ?? "") ? [] : wrong("belongs in a feature's folder");
    }
    if (rest.length > 1) return wrong("a feature has no folders");
    if (folder === "kit") return [];
    if (!features.has(folder) && !CLIENT_ONLY.includes(folder ?? "")) {
      return wrong(`the server has no feature ${folder}`);
    }
    return /^(state\.ts|actions\.ts|[a-z]+(-[a-z]+)*\.tsx)$/.test(file)
      ? []
      : wrong("a feature's file is state.ts, actions.ts or a screen's .tsx");
  });
};

const directions: Rule = (house) =>
  wrongImports(house, (path, { to, isType }) => {
    if (!path.startsWith("server/")) {
      return path.startsWith("db/") && /^(client|tests)\//.test(to) ? `db imports ${to}` : null;
    }
    if (!isOurs(to)) return null;
    if (!to.startsWith("server/")) {
      return path === "server/main.ts" && to === "db/seed.ts" ? null : `the server imports ${to}`;
    }
    if (to === "server/main.ts") return "nothing imports main";
    if (path === "server/main.ts") return null;
    if (to === "server/app.ts") return "only main imports app";
    const [mine, theirs] = [featureOf(path), featureOf(to)];
    if (path.startsWith("server/kit/")) {
      return to.startsWith("server/kit/")
        ? null
        : "the kit knows no feature, and not the live part";
    }
    if (path.startsWith("server/live/")) {
      if (!theirs) return null;
      if (theirs.file !== "schema") return `live imports ${to}`;
      return isType || path === "server/live/events.ts" ? null : "events.ts alone gathers";
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
    if (to.startsWith("server/live/") && !["queries", "commands", "routes"].includes(mine.file)) {
      return `${mine.file} may not import ${to}`;
    }
    return null;
  });

const pureSchemas: Rule = (house) =>
  wrongImports(house, (path, { to }) => {
    if (featureOf(path)?.file !== "schema") return null;
    if (to === "zod" || SHARED_KIT.includes(to) || featureOf(to)?.file === "schema") return null;
    return `a schema imports zod and other schemas only, not ${to}`;
  });

const purePolicies: Rule = (house) =>
  wrongImports(house, (path, { to }) => {
    if (featureOf(path)?.file !== "policy") return null;
    if (SHARED_KIT.includes(to) || ["schema", "policy"].includes(featureOf(to)?.file ?? "")) {
      return null;
    }
    return `a policy is pure and runs in the browser too: not ${to}`;
  });

const clientWindow: Rule = (house) =>
  wrongImports(house, (path, { to, isType, names }) => {
    if (!path.startsWith("client/") || !isOurs(to) || to.startsWith("client/")) return null;
    if (SHARED_KIT.includes(to)) return null;
    if (SHARED_RENDERING.includes(to) && path === "client/kit/preview.tsx") return null;
    if (["schema", "policy"].includes(featureOf(to)?.file ?? "")) return null;
    const types = names.replace(/[{}]|\btype\b/g, "").split(",").map((name) => name.trim())
      .filter(Boolean);
    const only = (name: string) => isType && types.length === 1 && types[0] === name;
    if (to === "server/app.ts" && only("Api")) return null;
    if (to === "server/live/events.ts" && only("Pushes")) return null;
    return `the client sees schemas, policies and the types Api and Pushes, not ${to}`;
  });

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
    if (!path.startsWith("client/kit/") || !to.startsWith("client/")) return null;
    return to.startsWith("client/kit/") ? null : `the client's kit knows no feature, not ${to}`;
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

const exactVersions: Rule = (house) =>
  Object.entries(house).flatMap(([path, text]) =>
    text.split("\n").flatMap((line, at) =>
      Array.from(line.matchAll(/["' ](npm|jsr):\/?((?:@[\w.-]+\/)?[\w.-]+)(@[^\s"'/]*)?/g))
        .filter(([, , , version]) => !/^@\d+\.\d+\.\d+(-[\w.]+)?$/.test(version ?? ""))
        .map(([, , name]) => `${path}:${at + 1}: ${name} has no exact version`)
    )
  );

/** A rule, and made-up houses that break it: where each must be caught. */
const rules: { says: string; rule: Rule; breaks: [House, string][] }[] = [
  {
    says: "a folder has only files of its vocabulary",
    rule: vocabulary,
    breaks: [
      [{ "server/doubts/helpers.ts": "" }, "server/doubts/helpers.ts:1"],
      [{ "server/live/more/extra.ts": "" }, "server/live/more/extra.ts:1"],
      [{ "server/kit/index.ts": "" }, "server/kit/index.ts:1"],
      [{ "server/late.ts": "" }, "server/late.ts:1"],
      [{ "server/doubts/schema.ts": "", "client/doubts/utils.ts": "" }, "client/doubts/utils.ts:1"],
      [{ "client/gadgets/list.tsx": "" }, "client/gadgets/list.tsx:1"],
      [{ "client/helpers.ts": "" }, "client/helpers.ts:1"],
    ],
  },
  {
    says: "imports go one way: schema, policy, queries, commands, routes, app, main",
    rule: directions,
    breaks: [
      [{ "server/a/queries.ts": 'import { x } from "./commands.ts";' }, "server/a/queries.ts:1"],
      [
        { "server/a/commands.ts": '\nimport { x } from "../b/commands.ts";' },
        "server/a/commands.ts:2",
      ],
      [{ "server/a/tables.ts": 'import { x } from "../live/outbox.ts";' }, "server/a/tables.ts:1"],
      [{ "server/kit/x.ts": 'import type { A } from "../a/schema.ts";' }, "server/kit/x.ts:1"],
      [{ "server/live/relay.ts": 'import { a } from "../a/schema.ts";' }, "server/live/relay.ts:1"],
      [{ "server/a/routes.ts": 'import {\n  x,\n} from "../app.ts";' }, "server/a/routes.ts:1"],
      [
        { "server/a/queries.ts": 'const x = await import("../../tests/x.ts");' },
        "server/a/queries.ts:1",
      ],
    ],
  },
  {
    says: "a schema imports zod and other schemas only",
    rule: pureSchemas,
    breaks: [
      [{ "server/a/schema.ts": 'import { newId } from "../kit/ids.ts";' }, "server/a/schema.ts:1"],
      [{ "server/a/schema.ts": 'import postgres from "postgres";' }, "server/a/schema.ts:1"],
    ],
  },
  {
    says: "a policy imports schemas, policies and roles only",
    rule: purePolicies,
    breaks: [
      [
        { "server/a/policy.ts": 'import { connect } from "../kit/database.ts";' },
        "server/a/policy.ts:1",
      ],
    ],
  },
  {
    says: "the client sees schemas, policies, and the types Api and Pushes",
    rule: clientWindow,
    breaks: [
      [
        { "client/a/state.ts": 'import { list } from "../../server/a/queries.ts";' },
        "client/a/state.ts:1",
      ],
      [{ "client/live.ts": 'import { Api } from "../server/app.ts";' }, "client/live.ts:1"],
      [
        { "client/live.ts": 'import type { Api, routes } from "../server/app.ts";' },
        "client/live.ts:1",
      ],
      [{ "client/kit/x.ts": 'import "../../server/kit/env.ts";' }, "client/kit/x.ts:1"],
      [{ "client/kit/x.ts": 'import "../../server/kit/rich.ts";' }, "client/kit/x.ts:1"],
    ],
  },
  {
    says: "what both sides render with imports nothing of ours",
    rule: pureRendering,
    breaks: [[{ "server/kit/tags.ts": 'import "./errors.ts";' }, "server/kit/tags.ts:1"]],
  },
  {
    says: "the client's kit knows no feature",
    rule: kitKnowsNobody,
    breaks: [[{ "client/kit/x.ts": 'export { a } from "../a/state.ts";' }, "client/kit/x.ts:1"]],
  },
  {
    says: "there are no cycles",
    rule: noCycles,
    breaks: [[{
      "client/a.ts": 'import type { B } from "./b.ts";',
      "client/b.ts": 'import { c } from "./c.ts";',
      "client/c.ts": 'import { a } from "./a.ts";',
    }, "client/a.ts:1"]],
  },
  {
    says: "every file begins with what it holds",
    rule: docComments,
    breaks: [
      [{ "server/kit/x.ts": 'import "y";\n/** Late. */\n' }, "server/kit/x.ts:1"],
      [{ "server/kit/x.ts": "/** */\nexport {};" }, "server/kit/x.ts:1"],
    ],
  },
  {
    says: `no file has more than ${LINES_MOST} lines`,
    rule: shortFiles,
    breaks: [[{ "tests/x.ts": "x\n".repeat(LINES_MOST + 1) }, `tests/x.ts:${LINES_MOST + 1}`]],
  },
  {
    says: "every dependency has an exact version",
    rule: exactVersions,
    breaks: [
      [{ "deno.json": '{\n  "hono": "npm:hono@^4.1.0"\n}' }, "deno.json:2"],
      [{ "deno.json": '"@types/node": "npm:@types/node@24"' }, "deno.json:1"],
      [{ "deno.json": '"run": "deno run -A npm:drizzle-kit generate"' }, "deno.json:1"],
      [{ "server/kit/x.ts": 'import x from "jsr:@std/path";' }, "server/kit/x.ts:1"],
    ],
  },
];

const house: House = { "deno.json": await Deno.readTextFile("deno.json") };
for (const folder of ["server", "client", "db", "tests"]) await readHouse(folder, house);
// The made-up houses below are no part of the real one.
delete house["tests/house_test.ts"];

Deno.test("the house is read", () => {
  for (const path of ["server/main.ts", "server/doubts/commands.ts", "client/main.tsx"]) {
    ok(path in house, `${path} was not found`);
  }
  const [taken] = importsOf("server/a/b.ts", 'import { c, type D } from "../e/f.ts";');
  equals([taken?.to, taken?.isType], ["server/e/f.ts", false]);
});

for (const { says, rule, breaks } of rules) {
  Deno.test(says, () => {
    for (const [broken, where] of breaks) {
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
