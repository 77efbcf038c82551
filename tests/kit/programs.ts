/** Programs that the tests need beside Deno: the one that is here, or one that is installed now. */

type Wanted = {
  /** By name, or by path; the first that runs is taken. */
  places: string[];
  /** What it answers to when it is only asked whether it runs. */
  probe: string;
  /** Its name at Debian's. */
  package: string;
  /** Said when there is none. */
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

/** Where Debian's PostgreSQL has its programs: the newest that is installed. */
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

/** @returns its path. @throws a sentence that says what to do when there is none */
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
  // A package of a server starts it, where there is an init; ours are started by the tests.
  const env = { DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const command = new Deno.Command("apt-get", { args: ["-qq", ...args], env, stdin: "null" });
  await command.spawn().status;
}
