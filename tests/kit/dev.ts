/** `deno task dev`: runs the server and the client, and reloads both when their sources change. */
import process from "node:process";
import { createServer } from "vite";

const PAGE = "http://localhost:5173";
const SETTLED_MS = 200;
const port = Deno.env.get("PORT") || "8000";
// client/vite.config.ts proxies the API calls to this address.
Deno.env.set("SERVER_URL", `http://127.0.0.1:${port}`);

const client = await createServer({
  configFile: "client/vite.config.ts",
  // The configuration is not bundled: it imports the routes, and they import every screen.
  configLoader: "native",
  // By default, Vite would create a second cache beside the page's sources.
  cacheDir: Deno.cwd() + "/node_modules/.vite",
});
await client.listen();
// Vite's own handlers would end this process before the server has stopped.
process.removeAllListeners("SIGTERM");
process.stdin.removeAllListeners("end");
console.log(`\n  Open ${PAGE}\n`);

const changes = Deno.watchFs(["server", "db"]);
let server: Deno.ChildProcess | null = null;
let stopping = false;

/** Asks the server for a graceful shutdown; `deno run --watch` would kill it. */
function stopServer(): void {
  try {
    server?.kill("SIGTERM");
  } catch {
    // The server has already ended: Ctrl-C in a terminal reaches it too.
  }
}

function stop(): void {
  stopping = true;
  changes.close();
  stopServer();
}
Deno.addSignalListener("SIGINT", stop);
Deno.addSignalListener("SIGTERM", stop);

/** Runs the server until it ends, by itself or because its sources have changed. */
async function serve(): Promise<void> {
  server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "server/main.ts"],
    env: { PORT: port, PUBLIC_URL: PAGE },
  }).spawn();
  const { code } = await server.status;
  server = null;
  if (code !== 0 && !stopping) console.log("  The server has ended; it starts at the next change.");
}

let running = serve();
let again: ReturnType<typeof setTimeout> | undefined;
for await (const { kind, paths } of changes) {
  if (kind === "access" || !paths.some((path) => path.endsWith(".ts"))) continue;
  clearTimeout(again);
  again = setTimeout(() => {
    stopServer();
    running = running.then(() => stopping ? undefined : serve());
  }, SETTLED_MS);
}
clearTimeout(again);
await running;
await client.close();
Deno.exit(0);
