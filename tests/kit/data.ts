/** The data folder of a server with an embedded PostgreSQL, and whether that one runs. */

/** A folder of its own for the embedded database, which runs as another user when we are root. */
export async function dataFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.makeTempDir({ prefix: "doubtless-start-" });
  await Deno.chmod(path, 0o755);
  return {
    path: `${path}/data`,
    async [Symbol.asyncDispose]() {
      const pid = await postmasterOf(`${path}/data`);
      if (pid !== null && isAlive(pid)) Deno.kill(pid, "SIGQUIT");
      while (pid !== null && isAlive(pid)) await new Promise((done) => setTimeout(done, 20));
      await Deno.remove(path, { recursive: true });
    },
  };
}

/** The process id of the embedded PostgreSQL, or null when its file is gone. */
export async function postmasterOf(data: string): Promise<number | null> {
  try {
    const file = await Deno.readTextFile(`${data}/postgres/cluster/postmaster.pid`);
    return Number(file.split("\n")[0]);
  } catch {
    return null;
  }
}

export function isAlive(pid: number): boolean {
  try {
    Deno.kill(pid, "SIGCONT");
  } catch {
    return false;
  }
  try {
    // It has ended when it only waits for somebody to read its exit code.
    return !/\) Z /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return Deno.build.os !== "linux";
  }
}
