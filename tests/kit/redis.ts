/** A real Redis (or Valkey) for tests, which can be stopped and started again. */
import { freePort } from "./process.ts";
import { redis } from "./programs.ts";

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
    child = new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "null" })
      .spawn();
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
