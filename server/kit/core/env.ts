/** The settings: read once, validated, with a sentence for each wrong value. */
import * as z from "zod";
import { LOOPBACK, readRange } from "./client_address.ts";
import { SettingsError } from "./errors.ts";
import { readMailDomain } from "./schema.ts";

const url = (...schemes: string[]) =>
  z.string().refine(
    (value) => schemes.includes(URL.parse(value)?.protocol ?? "") && new URL(value).hostname !== "",
    `must be an address that starts with ${
      schemes.map((scheme) => `${scheme}//`).join(" or ")
    } and a host`,
  ).refine(
    hasReadableUser,
    "has a % in its user or password that stands for itself: write it as %25",
  ).optional();

/** Both are values of Deno's flags, between which a comma or a space would stand. */
const NAMES_ONE = /^[^\s,]+$/;
const NO_SPACES = "must not contain spaces or commas";
const WEBHOOK_HOST = /^([\w-]+(\.[\w-]+)*|\[[\da-f:]+\])$/i;
const MAIL_ADDRESS = String.raw`[^\s<>@,;]+@[^\s<>@,;]+`;

const whole = (least: number, most: number, usual: string) => {
  const range = `must be a number from ${least} to ${most}`;
  return z.string().regex(/^\d{1,9}$/, range).default(usual).transform(Number)
    .pipe(z.number().min(least, range).max(most, range));
};

/** Values with commas between them. */
const list = z.string().default("").transform((text) =>
  text.split(",").map((one) => one.trim()).filter((one) => one !== "")
);
const listOf = (isValid: (one: string) => boolean, example: string) =>
  list.refine(
    (all) => all.length <= 20 && all.every((one) => isValid(one)),
    `must be at most 20 ${example}, with commas between them`,
  );

const settings = z.object({
  PORT: whole(0, 65535, "8000"),
  HOST: z.string()
    .regex(/^[\w.:[\]-]+$/, "must be an address or a name of this machine, like 0.0.0.0")
    .transform((host) => host.replace(/^\[(.*)\]$/, "$1")).default("127.0.0.1"),
  DATABASE_URL: url("postgres:", "postgresql:"),
  DATABASE_PASSWORD: z.string().optional(),
  SMTP_URL: url("smtp:", "smtps:"),
  MAIL_FROM: z.string().regex(
    new RegExp(`^(${MAIL_ADDRESS}|[^\\p{Cc}<>]*<${MAIL_ADDRESS}>)$`, "u"),
    "must be one address, like Doubtless <doubtless@school.edu>",
  ).default("Doubtless <doubtless@localhost>"),
  AUTH_SECRET: z.string().optional(),
  PUBLIC_URL: url("http:", "https:"),
  TRUSTED_PROXIES: z.string().transform((text) =>
    text === "none" ? [] : text.split(",").map((one) => one.trim())
  ).refine(
    (ranges) => ranges.every((range) => works(() => readRange(range))),
    "must be addresses or ranges like 172.28.0.0/24, with commas between them, or none",
  ).optional(),
  FILES: z.string().regex(
    /^(s3:\/\/[^/]|(?!s3:|[\w+.-]+:\/\/))/,
    "must be a folder, or s3://bucket/prefix",
  ).regex(NAMES_ONE, NO_SPACES).optional(),
  REDIS_URL: url("redis:", "rediss:"),
  CLASS_TZ: z.string().default("Asia/Kolkata")
    .refine(isTimeZone, "must be a time zone like Asia/Kolkata"),
  DEMO: z.enum(["on", "off"], "must be on or off").default("on"),
  REGISTRATION: z.enum(["open", "domains", "invited"], "must be open, domains or invited")
    .default("open"),
  REGISTRATION_DOMAINS: list.transform((all) => all.map(readMailDomain)).refine(
    (domains): domains is string[] => domains.length <= 50 && !domains.includes(null),
    "must be at most 50 domains like school.edu or *.school.edu, with commas between them",
  ),
  WRITE_PACE: z.string().regex(/^\d{1,6}(\.\d{1,6})?$/, "must be a number like 1 or 2.5")
    .default("1").transform(Number).refine((pace) => pace > 0, "must be more than 0"),
  JUDGE: z.enum(["on", "off"], "must be on or off").default("on"),
  /** db/repeatable/audit.sql keeps rows for the shortest of these times, whatever the setting is. */
  AUDIT_DAYS: whole(30, 3650, "365"),
  HEARTBEAT_MS: whole(100, 99999, "10000"),
  DATA: z.string().regex(NAMES_ONE, NO_SPACES).default(".data"),
  OIDC_ISSUER: url("http:", "https:"),
  OIDC_CLIENT_ID: z.string().max(500).optional(),
  OIDC_CLIENT_SECRET: z.string().max(2000).optional(),
  OIDC_NAME: z.string().trim().min(1, "must not be blank")
    .max(40, "must have at most 40 characters").default("the school's account"),
  OIDC_TRUSTED_ISSUERS: listOf(URL.canParse, "addresses as in OIDC_ISSUER"),
  WEBHOOK_HOSTS: listOf((host) => WEBHOOK_HOST.test(host), "hosts like hooks.school.edu")
    .transform((hosts) => hosts.map((host) => host.toLowerCase())),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], "must be debug, info, warn or error")
    .default("info"),
  LOG_FORMAT: z.enum(["json", "text"], "must be json or text").default("json"),
});

export const SETTINGS = Object.keys(settings.shape);

export type Env = ReturnType<typeof readEnv>;
export type OidcSettings = NonNullable<ReturnType<typeof oidcOf>>;

const SECRET_BYTES = 32;

/** @throws SettingsError naming the variable and the values that it takes */
export function readEnv(vars: Record<string, string | undefined>) {
  // An empty variable counts as none.
  const given = Object.entries(vars).filter(([, value]) => value !== "");
  const read = settings.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SettingsError(`${String(issue?.path[0])} ${issue?.message ?? "is not usable"}.`);
  }
  const set = read.data;
  const bytes = new TextEncoder().encode(set.AUTH_SECRET ?? "").length;
  if (set.AUTH_SECRET !== undefined && bytes < SECRET_BYTES) {
    throw new SettingsError(
      `AUTH_SECRET has ${bytes} bytes and needs at least ${SECRET_BYTES}: try \`openssl rand -base64 48\`.`,
    );
  }
  if (set.DATABASE_URL && !set.AUTH_SECRET) {
    throw new SettingsError(
      "With DATABASE_URL, AUTH_SECRET must be set too (at least 32 bytes): try `openssl rand -base64 48`.",
    );
  }
  if (set.REGISTRATION === "domains" && set.REGISTRATION_DOMAINS.length === 0) {
    throw new SettingsError(
      "With REGISTRATION=domains, REGISTRATION_DOMAINS must name a domain: try school.edu.",
    );
  }
  return {
    port: set.PORT,
    host: set.HOST,
    /** Null: an embedded PostgreSQL under `data`. */
    databaseUrl: databaseUrlIn(set),
    /** Null: mails are printed in the log. */
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM,
    /** Null: generated once and kept under `data`. */
    authSecret: set.AUTH_SECRET ?? null,
    publicUrl: set.PUBLIC_URL ? new URL(set.PUBLIC_URL).origin : null,
    /** With PUBLIC_URL, a proxy on this machine is trusted unless TRUSTED_PROXIES names another. */
    trustedProxies: set.TRUSTED_PROXIES ?? (set.PUBLIC_URL ? LOOPBACK : []),
    files: set.FILES ?? `${set.DATA}/files`,
    redisUrl: set.REDIS_URL ?? null,
    classTz: set.CLASS_TZ,
    demo: set.DEMO === "on" && !set.DATABASE_URL,
    /** Who may register until an admin changes it. */
    registration: set.REGISTRATION,
    /** In the stored form of addresses. */
    registrationDomains: set.REGISTRATION_DOMAINS as string[],
    /** Multiplies how fast one person may write. */
    writePace: set.WRITE_PACE,
    /** Whether this server verifies programs. The limits are those of a Unix shell. */
    judge: set.JUDGE === "on" && Deno.build.os !== "windows",
    auditDays: set.AUDIT_DAYS,
    /** How often each side of a live connection shows the other that it is there. */
    heartbeatMs: set.HEARTBEAT_MS,
    /** The provider of the school's accounts; null: there is none. */
    oidc: oidcOf(set),
    /** The only hosts that webhooks may have. A name of this machine also allows http to it. */
    webhookHosts: set.WEBHOOK_HOSTS,
    data: set.DATA,
    logLevel: set.LOG_LEVEL,
    logFormat: set.LOG_FORMAT,
  };
}

const SSL_MODES = ["disable", "prefer", "require", "verify-ca", "verify-full"];

/** With its password; null when unset. @throws SettingsError for unknown ways of connecting */
export function databaseUrlIn({ DATABASE_URL, DATABASE_PASSWORD }: Record<string, unknown>) {
  if (typeof DATABASE_URL !== "string" || DATABASE_URL === "") return null;
  const hasPassword = typeof DATABASE_PASSWORD === "string" && DATABASE_PASSWORD !== "";
  const search = URL.parse(DATABASE_URL)?.searchParams ?? new URLSearchParams();
  const mode = search.get("sslmode");
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new SettingsError(
      `DATABASE_URL has sslmode=${mode}: it must be ${SSL_MODES.join(", ")}, or left out.`,
    );
  }
  const binding = search.get("channel_binding");
  if (!hasPassword && binding === null && !search.has("application_name")) return DATABASE_URL;
  const address = new URL(DATABASE_URL);
  if (hasPassword) address.password = encodeURIComponent(DATABASE_PASSWORD);
  // postgres.js cannot bind the password to the connection. A check of the certificate prevents the
  // same: that somebody in between answers for the database.
  address.searchParams.delete("channel_binding");
  if (binding === "require") address.searchParams.set("sslmode", "verify-full");
  // It would replace ours, by which a restore notices that a server uses the database.
  address.searchParams.delete("application_name");
  return address.href;
}

/** @throws SettingsError when only some of the settings are there, or one cannot work */
function oidcOf(set: z.infer<typeof settings>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = set;
  if (!issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret) {
    throw new SettingsError(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET go together: set all three or none.",
    );
  }
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "http:" && !["127.0.0.1", "localhost", "[::1]"].includes(hostname)) {
    throw new SettingsError("OIDC_ISSUER must start with https://, except on this machine.");
  }
  if (!set.PUBLIC_URL) {
    throw new SettingsError(
      "With OIDC_ISSUER, PUBLIC_URL must be set: the provider sends browsers back there.",
    );
  }
  return {
    /** Its address, as the provider writes it. */
    issuer,
    clientId,
    clientSecret,
    /** What the button says after "Sign in with". */
    name: set.OIDC_NAME,
    /** Issuers that are trusted to know only addresses of their own people. */
    trusted: set.OIDC_TRUSTED_ISSUERS,
    /** The origin to which the provider sends browsers back. */
    publicUrl: new URL(set.PUBLIC_URL).origin,
  };
}

/** The origin of links in mails. */
export const originOf = ({ publicUrl, port }: Env): string =>
  publicUrl ?? `http://localhost:${port}`;

/** The secret from the settings, or the one generated at the first start. */
export async function secretOf(env: Env): Promise<string> {
  if (env.authSecret) return env.authSecret;
  const path = `${env.data}/secret`;
  const kept = await Deno.readTextFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  });
  // After a power failure during the first start, the file may be empty.
  if (kept.length >= SECRET_BYTES) return kept;
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64();
  await Deno.writeTextFile(`${path}.part`, secret, { mode: 0o600 });
  await Deno.rename(`${path}.part`, path);
  return secret;
}

/** PostgreSQL reads the sign of an offset such as +05:30 the other way round. */
function isTimeZone(name: string): boolean {
  return !/^[+-]/.test(name) && works(() => new Intl.DateTimeFormat("en", { timeZone: name }));
}

function hasReadableUser(address: string): boolean {
  const { username = "", password = "" } = URL.parse(address) ?? {};
  return works(() => decodeURIComponent(username + password));
}

function works(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
