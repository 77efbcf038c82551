/** The data folder of a server with an embedded PostgreSQL, and whether that PostgreSQL runs. */

/**
 * Creates a folder that other users can read: the embedded database runs as another user when the
 * tests run as root.
 */
export async function dataFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.makeTempDir({ prefix: "doubtless-start-" });
  await Deno.chmod(path, 0o755);
  return {
    path: `${path}/data`,
    async [Symbol.asyncDispose]() {
      await removeData(`${path}/data`);
      await Deno.remove(path, { recursive: true });
    },
  };
}

/** Stops the PostgreSQL of this data folder, and removes its data wherever they are. */
export async function removeData(data: string): Promise<void> {
  const place = await placeOf(data);
  const pid = await postmasterOf(data);
  if (pid !== null && isAlive(pid)) Deno.kill(pid, "SIGQUIT");
  while (pid !== null && isAlive(pid)) await new Promise((done) => setTimeout(done, 20));
  await Deno.remove(place, { recursive: true }).catch(() => {});
}

/** Returns the folder in which the embedded PostgreSQL of this data folder keeps its files. */
export async function placeOf(data: string): Promise<string> {
  const elsewhere = await Deno.readTextFile(`${data}/postgres/elsewhere`).catch(() => "");
  return elsewhere.split("\n")[0] || `${data}/postgres`;
}

/** Returns the ids of the processes whose command line contains this text. */
export async function processesWith(text: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = await Deno.readTextFile(`/proc/${name}/cmdline`).catch(() => "");
    if (line.includes(text)) found.push(Number(name));
  }
  return found;
}

/** Returns the last descendant of this process: the program that a task runs in the end. */
export async function lastChildOf(pid: number): Promise<number> {
  const line = await Deno.readTextFile(`/proc/${pid}/task/${pid}/children`).catch(() => "");
  const child = line.trim().split(" ").at(-1);
  return child ? await lastChildOf(Number(child)) : pid;
}

/** Returns the process id of the embedded PostgreSQL, or null when its pid file is gone. */
export async function postmasterOf(data: string): Promise<number | null> {
  try {
    const file = await Deno.readTextFile(`${await placeOf(data)}/cluster/postmaster.pid`);
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
    // A zombie has ended: it only waits for its parent to read its exit code.
    return !/\) Z /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return Deno.build.os !== "linux";
  }
}
