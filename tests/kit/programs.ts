/** Finds the programs that the tests need beside Deno, and installs those that are missing. */

type Wanted = {
  /** Names or paths; the first that runs is used. */
  places: string[];
  /** The argument with which a test run of the program succeeds. */
  probe: string;
  /** The name of its Debian package. */
  package: string;
  /** The message of the error when it cannot be found or installed. */
  missing: string;
};

const CADDY: Wanted = {
  places: ["caddy"],
  probe: "version",
  package: "caddy",
  missing:
    "The rolling restart needs Caddy: install it (on Debian or Ubuntu, `apt-get install caddy`).",
};

const REDIS: Wanted = {
  places: ["valkey-server", "redis-server"],
  probe: "--version",
  package: "redis-server",
  missing:
    "Servers that share presence need Valkey or Redis: install one (on Debian or Ubuntu, `apt-get install redis-server`).",
};

/**
 * Returns the folder of PostgreSQL's programs on Debian, of the newest version that is installed.
 */
export async function postgresTools(): Promise<string> {
  const root = "/usr/lib/postgresql";
  const installed = async (): Promise<Wanted> => {
    const versions = await Array.fromAsync(Deno.readDir(root), ({ name }) => name).catch(() => []);
    return {
      places: versions.sort((a, b) => Number(b) - Number(a)).map((at) =>
        `${root}/${at}/bin/pg_dump`
      ),
      probe: "--version",
      package: "postgresql",
      missing:
        "Backup and restore need PostgreSQL's programs: install them (on Debian or Ubuntu, `apt-get install postgresql`).",
    };
  };
  const found = await program(await installed()).catch(async () => program(await installed()));
  return found.replace(/\/pg_dump$/, "");
}

export const caddy = (): Promise<string> => program(CADDY);
export const redis = (): Promise<string> => program(REDIS);

/**
 * @returns the path of the program. @throws Error with a sentence that says what to do when there
 *   is none
 */
export async function program(wanted: Wanted): Promise<string> {
  const here = await find(wanted);
  if (here) return here;
  if (Deno.build.os === "linux" && Deno.uid() === 0 && await runs("apt-get", "--version")) {
    console.log(`Installing ${wanted.package}…`);
    await apt("update");
    await apt("install", "-y", "--no-install-recommends", wanted.package);
    const installed = await find(wanted);
    if (installed) return installed;
  }
  throw new Error(wanted.missing);
}

async function find({ places, probe }: Wanted): Promise<string | null> {
  for (const place of places) if (await runs(place, probe)) return place;
  return null;
}

export async function runs(program: string, probe: string): Promise<boolean> {
  try {
    const command = new Deno.Command(program, {
      args: [probe],
      stdin: "null",
      stdout: "null",
      stderr: "null",
    });
    return (await command.output()).success;
  } catch {
    return false;
  }
}

async function apt(...args: string[]): Promise<void> {
  // A Debian package of a server starts the server when there is an init system; RUNLEVEL=1
  // prevents that, since the tests start their own.
  const env = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const command = new Deno.Command("apt-get", { args: ["-qq", ...args], env, stdin: "null" });
  await command.spawn().status;
}
