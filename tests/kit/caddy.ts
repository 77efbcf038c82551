/** Starts Caddy with docker/Caddyfile as it is, in front of servers of a test. */
import { freePort } from "./process.ts";
import { caddy } from "./programs.ts";
import { until } from "./until.ts";

export type Proxy = {
  url: string;
  port: number;
  /**
   * The root certificate of the authority that signed the proxy's certificate; null without TLS.
   */
  ca(): string | null;
  /** Everything it has logged so far. */
  output(): string;
  [Symbol.asyncDispose](): Promise<void>;
};

type Options = {
  /** The port it listens on. Its servers need the same port in PUBLIC_URL. */
  port?: number;
  /** Uses a certificate that Caddy signs itself, as it does for every name that is not public. */
  tls?: boolean;
};

/** @param servers the servers between which it balances the load */
export async function startCaddy(
  servers: readonly { url: string }[],
  { port = freePort(), tls = false }: Options = {},
): Promise<Proxy> {
  const program = await caddy();
  const home = await Deno.makeTempDir({ prefix: "doubtless-caddy-" });
  const url = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  const env = {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: home,
    SITE_ADDRESS: url,
    UPSTREAMS: servers.map(({ url }) => new URL(url).host).join(" "),
  };
  const config = `${home}/caddy.json`;
  await Deno.writeTextFile(config, JSON.stringify(await adapted(program, env, port)));
  const process = new Deno.Command(program, {
    args: ["run", "--config", config],
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  let output = "";
  const finished = (async () => {
    for await (const text of process.stderr.pipeThrough(new TextDecoderStream())) output += text;
  })();
  const proxy: Proxy = {
    url,
    port,
    ca() {
      if (!tls) return null;
      return Deno.readTextFileSync(`${home}/.local/share/caddy/pki/authorities/local/root.crt`);
    },
    output: () => output,
    async [Symbol.asyncDispose]() {
      try {
        process.kill("SIGKILL");
      } catch {
        // The process has already ended.
      }
      await Promise.all([process.status, finished]);
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

/**
 * Returns docker/Caddyfile as Caddy's JSON, changed to listen on this machine only and not to
 * install its root certificate in the system's trust store.
 */
async function adapted(program: string, env: Record<string, string>, port: number) {
  const { success, stdout, stderr } = await new Deno.Command(program, {
    args: ["adapt", "--config", "docker/Caddyfile", "--adapter", "caddyfile"],
    clearEnv: true,
    env,
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  const config = JSON.parse(text.decode(stdout));
  const [server] = Object.values(config.apps.http.servers) as Record<string, unknown>[];
  if (!server) throw new Error("the Caddyfile has no site");
  server.listen = [`127.0.0.1:${port}`];
  if (env.SITE_ADDRESS?.startsWith("https")) server.automatic_https = { disable_redirects: true };
  config.apps.pki = { certificate_authorities: { local: { install_trust: false } } };
  return config;
}

/** Fetches through the proxy, and trusts its certificate. */
export async function fetchThrough(
  { url, ca }: Pick<Proxy, "url" | "ca">,
  path: string,
): Promise<Response> {
  const authority = ca();
  using client = Deno.createHttpClient(authority === null ? {} : { caCerts: [authority] });
  const init = { client, redirect: "manual" } as RequestInit;
  const reply = await fetch(`${url}${path}`, init);
  // Reads the whole body before the HTTP client is closed.
  return new Response(await reply.arrayBuffer(), reply);
}

/** Waits until the proxy has found a server that is ready. */
async function isPassing(proxy: Proxy): Promise<void> {
  // At first the proxy does not listen yet.
  const passes = () =>
    fetchThrough(proxy, "/api/assignments/home").then(({ ok }) => ok, () => false);
  await until(passes, () => `Caddy passes requests on, and says ${proxy.output()}`);
}
