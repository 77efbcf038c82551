/**
 * Starts the machine's own PostgreSQL, which is older than ours, with the programs that an operator
 * has.
 */
import { postgresTools } from "../../kit/programs.ts";
import { freePort } from "../../kit/process.ts";

export type Installed = {
  /** The address of a database without tables. */
  url: string;
  /** Runs one of PostgreSQL's programs. @throws if it fails */
  run(program: string, ...args: string[]): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const USER = "doubtless";

/** Starts it as docker/compose.yml does: with a database and a user of the same name. */
export async function installedPostgres(): Promise<Installed> {
  const tools = await postgresTools();
  const folder = await Deno.makeTempDir({ prefix: "doubtless-installed-" });
  await Deno.chmod(folder, 0o777);
  const port = freePort();
  const host = "127.0.0.1";

  async function run(program: string, ...args: string[]): Promise<void> {
    // The server refuses to run as root; its package created a user for it.
    const isServer = program === "initdb" || program === "pg_ctl";
    const user = isServer && Deno.uid() === 0 ? ["runuser", "-u", "postgres", "--"] : [];
    const [first = "", ...rest] = [...user, `${tools}/${program}`, ...args];
    const { success, stderr } = await new Deno.Command(first, {
      args: rest,
      cwd: folder,
      env: { PGHOST: host, PGPORT: String(port), PGUSER: USER },
      stdin: "null",
      stdout: "null",
      // A pipe would stay open in the server that pg_ctl starts.
      stderr: program === "pg_ctl" ? "null" : "piped",
    }).output().then((output) => ({
      success: output.success,
      stderr: program === "pg_ctl" ? "" : new TextDecoder().decode(output.stderr),
    }));
    if (!success) throw new Error(`${program} ${args.join(" ")}: ${stderr}`);
  }

  const cluster = `${folder}/data`;
  await run("initdb", "-D", cluster, "-U", USER, "--auth=trust", "--no-sync");
  const options =
    `-p ${port} -c listen_addresses=${host} -c unix_socket_directories='' -c fsync=off`;
  await run("pg_ctl", "-D", cluster, "-w", "-l", `${folder}/log`, "-o", options, "start");
  await run("createdb", USER);
  return {
    url: `postgres://${USER}@${host}:${port}/${USER}`,
    run,
    async [Symbol.asyncDispose]() {
      await run("pg_ctl", "-D", cluster, "-m", "immediate", "stop");
      await Deno.remove(folder, { recursive: true });
    },
  };
}
