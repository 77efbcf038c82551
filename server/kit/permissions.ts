/** Run alone, prints the permissions that the server needs with the present settings, and no more. */
import { isIP } from "node:net";
import { relative } from "node:path";
import { type Env, readEnv, SETTINGS } from "./env.ts";
import { SettingsError } from "./errors.ts";
import { SMTP_PORTS } from "./mail.ts";
import { binaries, outsideOf, prepareHome } from "./postgres_home.ts";
import { AWS, s3Endpoint } from "./s3.ts";

type Vars = Record<string, string | undefined>;

/** Flag → what it allows. */
export type Permissions = Record<string, string[]>;

/** What every start reads: the built client, the tables, and what is loaded when it is needed. */
const SOURCES = ["client/dist", "db/migrations", "db/repeatable", "server"];
/** A hash's thread for each core, and what the libraries for log, mail and images ask. */
const SYSTEM = ["hostname", "cpus", "networkInterfaces"];
/** What loading the server takes. */
const LEAST: Permissions = { env: SETTINGS, sys: SYSTEM, ffi: ["node_modules"], read: SOURCES };
const PORTS: Record<string, number> = {
  "postgres:": 5432,
  "postgresql:": 5432,
  ...SMTP_PORTS,
  "redis:": 6379,
  "rediss:": 6379,
  "http:": 80,
  "https:": 443,
};

/** @throws SettingsError when a setting cannot work */
export async function permissionsFor(vars: Vars): Promise<Permissions> {
  const env = readEnv(vars);
  const inS3 = env.files.startsWith("s3:");
  const own = env.databaseUrl ? null : await ownDatabase(`${env.data}/postgres`);
  const isApart = !inS3 && !(own && env.files.startsWith(`${env.data}/`));
  const folders = [...(own ? [env.data] : []), ...(isApart ? [env.files] : [])];
  const named = [env.databaseUrl, env.smtpUrl, env.redisUrl, inS3 ? s3Endpoint(vars) : null];
  return {
    net: unlessIn(own?.net, [listening(env), ...named.flatMap(serverAt)]),
    env: [...SETTINGS, ...(inS3 ? AWS : [])],
    sys: [...SYSTEM, ...(own?.sys ?? [])],
    ffi: ["node_modules"],
    read: [
      ...SOURCES,
      ...(env.demo ? ["db/demo"] : []),
      ...folders,
      ...(own?.folders ?? []),
      ...(own?.read ?? []),
    ],
    write: [...folders, ...(own?.folders ?? [])],
    run: own?.run ?? [],
  };
}

type Own = Record<"net" | "sys" | "read" | "run" | "folders", string[]>;

/** The embedded PostgreSQL takes a free port; where we are root it runs as a user of its own. */
async function ownDatabase(folder: string): Promise<Own> {
  // Here and not in the server, which is to have no leave to do it.
  await prepareHome(folder);
  const outside = await outsideOf(folder);
  const { initdb, pg_ctl } = await binaries();
  // From here, so that a folder above may have a space in its name.
  const programs = [initdb, pg_ctl].map((path) => relative(Deno.cwd(), path));
  const isRoot = Deno.build.os !== "windows" && Deno.uid() === 0;
  return {
    net: ["127.0.0.1"],
    sys: ["uid"],
    read: isRoot ? ["/etc/passwd"] : [],
    run: outside.run.length > 0 ? outside.run : programs,
    folders: outside.folders,
  };
}

/** A host without a port allows every port of it. */
const unlessIn = (hosts: string[] = [], more: string[]): string[] => [
  ...hosts,
  ...more.filter((one) => !hosts.some((host) => one.startsWith(`${host}:`))),
];

const listening = ({ host, port }: Env): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;

function serverAt(address: string | null): string[] {
  if (address === null) return [];
  const { protocol, hostname, port } = new URL(address);
  const place = `${hostname}:${port || PORTS[protocol]}`;
  const isFetched = protocol.startsWith("http");
  // To look a name up, Deno wants all of its ports allowed; a fetch looks it up by itself.
  return [isFetched || isIP(hostname.replace(/[[\]]/g, "")) ? place : hostname];
}

/** As `deno run` takes them; what has nothing to allow is left out, since bare it would allow all. */
export function flagsOf(permissions: Permissions): string[] {
  return [
    ...Object.entries(permissions)
      .filter(([, allowed]) => allowed.length > 0)
      .map(([name, allowed]) => `--allow-${name}=${[...new Set(allowed)].join(",")}`),
    // Libraries look at other variables, and find none, as on a machine that sets none.
    "--ignore-env",
  ];
}

async function main(): Promise<void> {
  // What cannot work is said by the server itself.
  const permissions = await permissionsFor(Deno.env.toObject()).catch((error) => {
    if (error instanceof SettingsError) return LEAST;
    throw error;
  });
  console.log(flagsOf(permissions).join(" "));
}

if (import.meta.main) await main();
