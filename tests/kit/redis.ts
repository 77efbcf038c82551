/** A real Redis (or Valkey) for tests, which can be stopped and started again. */

export type TestRedis = {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const PROGRAMS = ["valkey-server", "redis-server"];

/** @throws when neither program is installed (`apt-get install redis-server`) */
export async function startRedis(): Promise<TestRedis> {
  const port = freePort();
  let child: Deno.ChildProcess | null = null;

  async function start(): Promise<void> {
    const args = [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--save",
      "",
      "--appendonly",
      "no",
    ];
    child = spawn(args);
    for (let tries = 0; tries < 100; tries++) {
      try {
        (await Deno.connect({ hostname: "127.0.0.1", port })).close();
        return;
      } catch {
        await new Promise((wait) => setTimeout(wait, 50));
      }
    }
    throw new Error("Redis did not start");
  }

  async function stop(): Promise<void> {
    child?.kill("SIGKILL");
    await child?.status;
    child = null;
  }

  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop, [Symbol.asyncDispose]: stop };
}

function spawn(args: string[]): Deno.ChildProcess {
  for (const program of PROGRAMS) {
    try {
      return new Deno.Command(program, { args, stdout: "null", stderr: "null" }).spawn();
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new Error(`Neither of ${PROGRAMS.join(", ")} is installed: apt-get install redis-server`);
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}
