/**
 * Starts a PostgreSQL with its default, durable settings, which can be crashed as by a power cut.
 */
import postgres from "postgres";
import { startEmbedded } from "../../../server/kit/postgres/embedded_postgres.ts";
import { homeOf } from "../../../server/kit/postgres/postgres_home.ts";

export type Durable = {
  /** The address of a database without tables. */
  url: string;
  /** Stops at once, without writing anything to disk. */
  crash(): Promise<void>;
  /** Starts at the same address and recovers from the write-ahead log. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startDurablePostgres(): Promise<Durable> {
  const root = await Deno.makeTempDir({ prefix: "doubtless-durable-" });
  // PostgreSQL runs as another user when we are root.
  await Deno.chmod(root, 0o755);
  const folder = `${root}/data`;
  const { url, stop } = await startEmbedded(folder);
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  await admin`create database class`;
  await admin.end();
  const { port } = new URL(url);
  const cluster = `${folder}/cluster`;
  const { uid, gid } = await Deno.stat(cluster);
  const { programs: { pg_ctl } } = await homeOf(folder);
  let isRunning = true;

  async function control(...args: string[]): Promise<void> {
    const { code } = await new Deno.Command(pg_ctl, {
      args: ["-D", cluster, "-w", ...args],
      cwd: folder,
      ...(Deno.uid() === 0 && uid !== null && gid !== null && { uid, gid }),
      stdout: "null",
      stderr: "null",
    }).output();
    if (code !== 0) throw new Error(`pg_ctl ${args.join(" ")} ended with ${code}`);
  }

  return {
    url: Object.assign(new URL(url), { pathname: "/class" }).href,
    async crash() {
      await control("-m", "immediate", "stop");
      isRunning = false;
    },
    async start() {
      const options = `-p ${port} -c listen_addresses='127.0.0.1' -c unix_socket_directories=''`;
      await control("-l", `${folder}/log`, "-o", options, "start");
      isRunning = true;
    },
    async [Symbol.asyncDispose]() {
      if (isRunning) await stop();
      await Deno.remove(root, { recursive: true });
    },
  };
}
