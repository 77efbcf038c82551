/**
 * The files in docker/ agree with each other and with the settings that the server reads. These
 * tests need no Docker engine.
 */
import { deepStrictEqual as equals, match, ok } from "node:assert/strict";
import { parse } from "yaml";
import { readEnv, SETTINGS } from "../server/kit/core/env.ts";
import { connect } from "../server/kit/db/database.ts";
import { AWS, s3Store } from "../server/kit/files/s3.ts";
import { TEST_SECRET } from "./kit/server.ts";

type Service = {
  image?: string;
  environment?: Record<string, string>;
  depends_on?: string[] | Record<string, unknown>;
  volumes?: string[];
};
type Compose = { services: Record<string, Service>; volumes: Record<string, unknown> };

const [text, caddyfile, image] = await Promise.all(
  ["docker/compose.yml", "docker/Caddyfile", "docker/Dockerfile"].map((path) =>
    Deno.readTextFile(path)
  ),
) as [string, string, string];
const { services, volumes }: Compose = parse(text, { merge: true });
const servers = Object.keys(services).filter((name) => name.startsWith("web"));

/**
 * Fills in `${NAME:-default}` as Compose does.
 * @throws Error when a required variable (`${NAME:?message}`) is not given
 */
function filled(value: string, given: Record<string, string> = { AUTH_SECRET: TEST_SECRET }) {
  return String(value).replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, how, rest = "") => {
    const set = given[name];
    if (set) return set;
    if (how === "?") throw new Error(rest);
    return rest;
  });
}

const envOf = (name: string, given?: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      filled(value, given),
    ]),
  );

Deno.test("compose.yml sets only settings that the server reads, and all that it needs", () => {
  equals(servers, ["web1", "web2", "web3"]);
  for (const name of servers) {
    equals(services[name], services.web1);
    const vars = envOf(name);
    for (const key of Object.keys(vars)) ok([...SETTINGS, ...AWS].includes(key), key);
    // The others are the image's own, or have no meaning with DATABASE_URL.
    const others = SETTINGS.filter((key) => !(key in vars));
    equals(others, ["PORT", "HOST", "DEMO", "DATA"]);
    const env = readEnv(vars);
    for (const key of ["databaseUrl", "redisUrl", "smtpUrl", "authSecret", "publicUrl"] as const) {
      ok(env[key] !== null, key);
    }
    match(env.files, /^s3:/);
    s3Store(env.files, vars);
    // Each host in these addresses is one of the services.
    for (const key of ["DATABASE_URL", "REDIS_URL", "SMTP_URL", "AWS_ENDPOINT_URL"]) {
      const { hostname } = new URL(vars[key] ?? "");
      ok(hostname in services, `${key}: ${hostname}`);
    }
  }
});

Deno.test("without AUTH_SECRET nothing starts, and the error says so", () => {
  let said = "";
  try {
    envOf("web1", {});
  } catch (error) {
    said = String(error);
  }
  match(said, /AUTH_SECRET must be set/);
});

Deno.test("the parts of compose.yml refer to each other correctly", () => {
  for (
    const [name, { image, depends_on: needs = [], volumes: used = [] }] of Object.entries(services)
  ) {
    for (const need of Array.isArray(needs) ? needs : Object.keys(needs)) {
      ok(need in services, `${name} needs ${need}`);
    }
    for (const [source = ""] of used.map((volume) => volume.split(":"))) {
      ok(source.startsWith("./") || source in volumes, `${name}: ${source}`);
    }
    // Images have a version, so that the same image runs tomorrow as today.
    if (image) match(image, /:[^:]*\d/, `${name}: ${image}`);
  }
  const { SITE_ADDRESS, UPSTREAMS, ...more } = envOf("proxy");
  equals(more, {});
  equals(UPSTREAMS, servers.map((server) => `${server}:8000`).join(" "));
  equals(new URL(envOf("web1").PUBLIC_URL ?? "").host, SITE_ADDRESS);
  const asked = [...caddyfile.matchAll(/\{\$(\w+)/g)].map(([, name]) => name);
  equals(new Set(asked), new Set(["SITE_ADDRESS", "UPSTREAMS"]));
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = envOf("postgres");
  const web = envOf("web1");
  const database = new URL(web.DATABASE_URL ?? "");
  equals(
    [database.username, web.DATABASE_PASSWORD, database.pathname],
    [POSTGRES_USER, POSTGRES_PASSWORD, `/${POSTGRES_DB}`],
  );
  const { MINIO_ROOT_USER, MINIO_ROOT_PASSWORD } = envOf("files");
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, FILES } = envOf("web1");
  equals([AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY], [MINIO_ROOT_USER, MINIO_ROOT_PASSWORD]);
  match(text, new RegExp(`mc mb --ignore-existing store/${new URL(FILES ?? "").host}\\b`));
});

Deno.test("the database's password may contain any character", async () => {
  const password = "a/b#c@d%40:e?f&g h'ü";
  const given = { AUTH_SECRET: TEST_SECRET, POSTGRES_PASSWORD: password };
  const { databaseUrl } = readEnv(envOf("web1", given));
  const database = connect(databaseUrl ?? "");
  const { host: [host], pass } = database.sql.options as unknown as {
    host: string[];
    pass: string;
  };
  equals([host, pass], ["postgres", password]);
  await database.close();
});

Deno.test("the image copies existing files, runs unprivileged, and has a health check", async () => {
  for (const [, from = ""] of image.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
    for (const path of from.split(" ")) await Deno.stat(path);
  }
  const last = image.slice(image.lastIndexOf("\nFROM "));
  const place = (text: string) => {
    ok(last.includes(text), text);
    return last.indexOf(text);
  };
  ok(place("\nUSER deno") < place("\nCMD "));
  ok(place("\nHEALTHCHECK ") > 0);
  match(last, /\/readyz/);
  // With the configuration, every health check would look for its packages in the registry.
  match(last, /"eval", "--no-config"/);
  const versions = [...image.matchAll(/^FROM denoland\/deno:\w+-([\d.]+)/gm)].map(([, one]) => one);
  equals(new Set(versions), new Set([Deno.version.deno]));
});
