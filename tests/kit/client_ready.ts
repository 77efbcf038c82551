/**
 * A test file that needs the built client imports this module. `deno task test` has built the client
 * before; a test that runs alone builds it if its sources have changed.
 */
import { buildClient } from "../../client/build.ts";

if (!Deno.env.has("TEST_RUN")) await buildClient();
