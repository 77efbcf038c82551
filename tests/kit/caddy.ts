/** The proxy of docker/Caddyfile, as it stands there, before servers of a test; without TLS. */
import { freePort } from "./process.ts";
import { caddy } from "./programs.ts";

export type Proxy = {
  url: string;
  port: number;
  /** All it has logged so far. */
  said(): string;
  [Symbol.asyncDispose](): Promise<void>;
};

/** @param port where it listens: its servers must know it, as PUBLIC_URL */
export async function startCaddy(
  servers: readonly { url: string }[],
  port = freePort(),
): Promise<Proxy> {
  const program = await caddy();
  const home = await Deno.makeTempDir({ prefix: "doubtless-caddy-" });
  const url = `http://127.0.0.1:${port}`;
  const process = new Deno.Command(program, {
    args: ["run", "--config", "docker/Caddyfile", "--adapter", "caddyfile"],
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "",
      HOME: home,
      SITE_ADDRESS: url,
      UPSTREAMS: servers.map(({ url }) => new URL(url).host).join(" "),
    },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let said = "";
  const output = (async () => {
    for await (const text of process.stderr.pipeThrough(new TextDecoderStream())) said += text;
  })();
  const proxy: Proxy = {
    url,
    port,
    said: () => said,
    async [Symbol.asyncDispose]() {
      try {
        process.kill("SIGKILL");
      } catch {
        // It has ended already.
      }
      await Promise.all([process.status, output]);
      await Deno.remove(home, { recursive: true });
    },
  };
  try {
    await isPassing(proxy);
  } catch (error) {
    await proxy[Symbol.asyncDispose]();
    throw error;
  }
  return proxy;
}

/** Until it has found a server that is ready. */
async function isPassing({ url, said }: Proxy): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    try {
      const reply = await fetch(`${url}/api/assignments/home`);
      await reply.body?.cancel();
      if (reply.ok) return;
    } catch {
      // It does not listen yet.
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`Caddy passes nothing on: ${said()}`);
}
