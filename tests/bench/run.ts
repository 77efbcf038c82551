/** Runs the benchmarks, or the named ones, on their own PostgreSQL: `deno task bench [NAME…]`. */
import { backup } from "./backup.ts";
import { exports } from "./export.ts";
import { fanout } from "./fanout.ts";
import { startCluster } from "./kit/cluster.ts";
import { hostile } from "./hostile.ts";
import { hour } from "./hour.ts";
import { judging } from "./judging.ts";
import { limits } from "./limits.ts";
import { list } from "./list.ts";
import { log } from "./log.ts";
import { memory } from "./memory.ts";
import { oracle } from "./oracle.ts";
import { python } from "./python.ts";
import { sandbox } from "./sandbox.ts";
import { servers } from "./servers.ts";
import { start } from "./start.ts";
import { steps } from "./steps.ts";

const BENCHES = {
  backup,
  export: exports,
  fanout,
  hostile: [hostile, judging],
  hour,
  limits,
  list,
  log,
  memory,
  oracle,
  python,
  run: sandbox,
  servers,
  start,
  steps,
};

async function main(names: string[]): Promise<void> {
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown !== undefined) {
    console.error(
      `There is no benchmark ${unknown}; there are ${Object.keys(BENCHES).join(" and ")}.`,
    );
    Deno.exit(1);
  }
  await using cluster = await startCluster();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(
      signal,
      () => cluster[Symbol.asyncDispose]().finally(() => Deno.exit(130)),
    );
  }
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    // Each part is printed when it is done.
    for (const part of [bench].flat()) console.log(`${await part(cluster)}\n`);
  }
}

if (import.meta.main) await main(Deno.args);
