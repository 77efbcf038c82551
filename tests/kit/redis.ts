/** A real Redis (or Valkey) for tests, which can be stopped and started again. */
import { freePort } from "./process.ts";
import { redis } from "./programs.ts";
import { until } from "./until.ts";

export type TestRedis = {
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** @throws Error when neither program is installed, nor can be installed */
export async function startRedis(): Promise<TestRedis> {
  const program = await redis();
  const port = freePort();
  let child: Deno.ChildProcess | null = null;

  async function start(): Promise<void> {
    const args = [...`--port ${port} --bind 127.0.0.1 --appendonly no --save`.split(" "), ""];
    child = new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" })
      .spawn();
    const connect = () => Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
    (await until(connect, "Redis listens")).close();
  }

  async function stop(): Promise<void> {
    child?.kill("SIGKILL");
    await child?.status;
    child = null;
  }

  await start();
  return { url: `redis://127.0.0.1:${port}`, start, stop, [Symbol.asyncDispose]: stop };
}
