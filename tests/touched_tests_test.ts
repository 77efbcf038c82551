/** `deno task test --changed` chooses the tests that reach a changed file, by import or by name. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { touchedTests } from "./kit/changed.ts";
import { type House, readSources } from "./kit/house.ts";

const HOUSE: House = {
  "server/main.ts": 'import { app } from "./app.ts"; import "./kit/mail.ts";',
  "server/app.ts": [
    'import { goalRoutes } from "./goals/routes.ts";',
    'import { aboutRoutes } from "./about/routes.ts";',
    'x.route("/goals", goalRoutes).route("/about", aboutRoutes)',
  ].join("\n"),
  "server/goals/routes.ts": 'import { save } from "./commands.ts";',
  "server/goals/commands.ts": 'import type { About } from "../about/schema.ts";',
  "server/about/routes.ts": "",
  "server/about/schema.ts": "",
  "server/kit/mail.ts": 'new Worker(new URL("./mail_worker.ts", import.meta.url));',
  "server/kit/mail_worker.ts": "",
  "client/main.tsx": 'import "./app.tsx";',
  "client/app.tsx": 'import "./goals/week.tsx"; import "./kit/page.tsx";',
  "client/goals/week.tsx": 'import "../kit/dialog.tsx"; import "../languages/kit.ts";',
  "client/languages/kit.ts": "",
  "server/cpp/tool.ts": "",
  "client/kit/dialog.tsx": "",
  "client/kit/page.tsx": "",
  "tests/kit/server.ts": 'import { startServer } from "../../server/main.ts";',
  "tests/goals_test.ts": 'import "./kit/server.ts"; get("/goals");',
  "tests/about_test.ts": 'import "./kit/server.ts"; get("/about");',
  "tests/restore_test.ts": 'run("docker/restored.sql");',
  "tests/e2e/dashboards.spec.ts": 'test("a mentor sets goals", x); test("a list", x)',
  "tests/e2e/about.spec.ts": 'test("the page about us", x); x("goals")',
  "tests/policy_test.ts": 'for (const call of triedCalls(all)) make(call, "./kit/server.ts");',
};

const CASES: [changed: string, tests: string[], calls: string[] | null, titles?: string][] = [
  ["tests/about_test.ts", ["tests/about_test.ts"], null],
  ["tests/policy_test.ts", ["tests/policy_test.ts"], null],
  [
    "server/goals/commands.ts",
    ["tests/e2e/dashboards.spec.ts", "tests/goals_test.ts", "tests/policy_test.ts"],
    ["/goals"],
    "goal",
  ],
  // server/goals/commands.ts imports only its types, so the tests of goals are not affected.
  [
    "server/about/schema.ts",
    ["tests/about_test.ts", "tests/e2e/about.spec.ts", "tests/policy_test.ts"],
    ["/about"],
    "about",
  ],
  [
    "server/kit/mail_worker.ts",
    ["tests/about_test.ts", "tests/goals_test.ts", "tests/policy_test.ts"],
    null,
  ],
  ["client/kit/dialog.tsx", ["tests/e2e/dashboards.spec.ts"], null, "goal"],
  ["client/kit/page.tsx", ["tests/e2e/about.spec.ts", "tests/e2e/dashboards.spec.ts"], null],
  ["client/languages/kit.ts", ["tests/e2e/dashboards.spec.ts"], null, "goal"],
  // No feature uses it, so no call is tried.
  ["server/cpp/tool.ts", [], null],
  ["docker/restored.sql", ["tests/restore_test.ts"], null],
  ["docker/other.sql", [], null],
];

for (const [changed, tests, calls, titles = null] of CASES) {
  Deno.test(`a change of ${changed} runs the tests that reach it`, () => {
    equals(touchedTests([changed], HOUSE), { tests, isEverything: false, calls, titles });
  });
}

Deno.test("a change of the packages runs every test", () => {
  const { tests, isEverything } = touchedTests(["deno.lock"], HOUSE);
  equals([tests.length, isEverything], [6, true]);
});

Deno.test("in this project, a change of a feature runs its own tests and not all", async () => {
  const house: House = {};
  for (const folder of ["server", "client", "db", "tests"]) await readSources(folder, house);
  const { tests, calls } = touchedTests(["server/goals/commands.ts"], house);
  equals(calls, ["/goals"]);
  for (
    const wanted of [
      "tests/goals_test.ts",
      "tests/policy_test.ts",
      "tests/e2e/dashboards.spec.ts",
    ]
  ) {
    ok(tests.includes(wanted), wanted);
  }
  ok(tests.length < 20, String(tests));
});
