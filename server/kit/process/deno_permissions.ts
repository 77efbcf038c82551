/**
 * Run alone, this prints exactly the permissions that the server needs with the current settings.
 */
import { isIP } from "node:net";
import { relative } from "node:path";
import { type Env, readEnv, SETTINGS } from "../core/env.ts";
import { SettingsError } from "../core/errors.ts";
import { SMTP_PORTS } from "../mail/mail.ts";
import { PUSH_HOSTS } from "../mail/push.ts";
import { binaries, permissionsOutside, prepareHome } from "../postgres/postgres_home.ts";
import { AWS, s3Endpoint } from "../files/s3.ts";
import { operatorSentence } from "./exit_messages.ts";

type Vars = Record<string, string | undefined>;

/** Flag → its values. */
export type Permissions = Record<string, string[]>;

/** Read by every start: the built client, the migrations, and code that is loaded later. */
const SOURCES = ["client/dist", "db/migrations", "db/repeatable", "server"];
/**
 * `cpus`: so many passwords are hashed at once. The others: the libraries for logs, mail and images,
 * and the server's own addresses.
 */
const SYSTEM = ["hostname", "cpus", "networkInterfaces"];
/** The push services of browsers; a name that begins with a dot stands for all names below it. */
const PUSH_SERVICES = PUSH_HOSTS.map((host) => host.startsWith(".") ? `*${host}` : host);
/** Starts the process that runs students' programs, with fixed limits, and nothing else. */
const JUDGE = "server/languages/judge/judge.sh";
/** The permissions to load the server. */
const LEAST: Permissions = {
  env: [...SETTINGS, ...AWS],
  sys: SYSTEM,
  ffi: ["node_modules"],
  read: SOURCES,
};
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
async function permissionsFor(vars: Vars): Promise<Permissions> {
  const env = readEnv(vars);
  const inS3 = env.files.startsWith("s3:");
  const own = env.databaseUrl ? null : await ownDatabase(`${env.data}/postgres`);
  const isApart = !inS3 && !(own && env.files.startsWith(`${env.data}/`));
  const folders = [...(own ? [env.data] : []), ...(isApart ? [env.files] : [])];
  const named = [env.databaseUrl, env.smtpUrl, env.redisUrl, inS3 ? s3Endpoint(vars) : null];
  return {
    net: unlessIn(own?.net, [
      listening(env),
      ...named.flatMap(serverAt),
      ...providerHosts(env),
      ...env.webhookHosts,
      ...PUSH_SERVICES,
    ]),
    env: [...SETTINGS, ...(inS3 ? AWS : [])],
    sys: [...SYSTEM, ...(own?.sys ?? [])],
    ffi: ["node_modules"],
    read: [
      ...SOURCES,
      ...(env.demo ? ["db/demo", "db/seed"] : []),
      ...folders,
      ...(own?.folders ?? []),
      ...(own?.read ?? []),
    ],
    write: [...folders, ...(own?.folders ?? [])],
    run: [...(own?.run ?? []), ...(env.judge ? [JUDGE] : [])],
  };
}

type Own = Record<"net" | "sys" | "read" | "run" | "folders", string[]>;

/** The embedded PostgreSQL takes a free port; as root it runs as its own user. */
async function ownDatabase(folder: string): Promise<Own> {
  // Done here, because the server itself has no permission to do it.
  await prepareHome(folder).catch((error) => {
    // The server itself reports a folder that cannot be used.
    if (operatorSentence(error) === null) throw error;
  });
  const outside = await permissionsOutside(folder);
  const { initdb, pg_ctl } = await binaries();
  // Relative paths, so that a folder above may have a space in its name.
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

/** A host without a port allows all of its ports. */
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
  // To look up a name, Deno needs permission for all of its ports; fetch looks it up by itself.
  return [isFetched || isIP(hostname.replace(/[[\]]/g, "")) ? place : hostname];
}

/** Hosts that a large provider uses besides its issuer's, for tokens, keys and addresses. */
const PROVIDERS: Record<string, string[]> = {
  "accounts.google.com": [
    "oauth2.googleapis.com:443",
    "www.googleapis.com:443",
    "openidconnect.googleapis.com:443",
  ],
  "login.microsoftonline.com": ["graph.microsoft.com:443"],
};

/** The hosts of the provider of the school's accounts. */
function providerHosts({ oidc }: Env): string[] {
  if (oidc === null) return [];
  const others = oidc.hosts.map((host) => host.includes(":") ? host : `${host}:443`);
  return [...serverAt(oidc.issuer), ...PROVIDERS[new URL(oidc.issuer).hostname] ?? [], ...others];
}

/**
 * The flags for `deno run`. A flag without values is left out, because it would allow everything.
 */
function flagsOf(permissions: Permissions): string[] {
  return [
    ...Object.entries(permissions)
      .filter(([, allowed]) => allowed.length > 0)
      .map(([name, allowed]) => `--allow-${name}=${[...new Set(allowed)].join(",")}`),
    // Libraries look for other variables and find none.
    "--ignore-env",
  ];
}

async function main(): Promise<void> {
  // The server itself reports a setting that cannot work.
  const permissions = await permissionsFor(Deno.env.toObject()).catch((error) => {
    if (error instanceof SettingsError) return LEAST;
    throw error;
  });
  console.log(flagsOf(permissions).join(" "));
}

if (import.meta.main) await main();
