/** How `deno task start` and the image start the server. */

const { tasks } = JSON.parse(Deno.readTextFileSync("deno.json"));
const [, variables = "", flags = ""] =
  /((?:\w+=\S+ )+)deno run (.+) \$ALLOW server\/main\.ts$/.exec(tasks.start.command) ?? [];

/** Environment variables with which it needs little memory. */
export const MEMORY_SETTINGS: Record<string, string> = Object.fromEntries(
  variables.trim().split(" ").map((one) => one.split(/=(.*)/).slice(0, 2)),
);

/** Its permissions. */
export const SERVER_FLAGS = flags.split(" ");
