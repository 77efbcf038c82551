/**
 * A test file that needs the built client imports this module. `deno task test` has built the client
 * before; a test that runs alone builds it if its sources have changed.
 */
import { buildClient } from "../../client/build.ts";

/** The file in which tests/run.ts says whether it has built the client. */
const file = Deno.env.get("CLIENT_READY");
if (file === undefined) await buildClient();
else if (await Deno.readTextFile(file) !== "built") throw new Error("The client is not built.");
