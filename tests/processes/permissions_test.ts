/**
 * The permissions that Deno grants the server: everything that it needs with its settings, and
 * nothing else. The gate starts the server without each of a sixth of them, which the seed chooses;
 * a long run without each of them.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import S3rver from "s3rver";
import { PUSH_HOSTS } from "../../server/kit/mail/push.ts";
import "../kit/client_ready.ts";
import { registrationForm } from "../kit/accounts.ts";
import { chosen } from "../kit/chosen.ts";
import { dataFolder } from "../kit/data.ts";
import { picture } from "../kit/fixture.ts";
import { caller } from "../kit/people.ts";
import { newDatabase } from "../kit/postgres.ts";
import { freePort, type Program, start } from "../kit/process.ts";
import { startRedis } from "../kit/redis.ts";
import { TEST_SECRET } from "../kit/server.ts";
import { type Mailbox, mailbox } from "../kit/smtp.ts";
import { listen } from "../kit/socket.ts";

type Vars = Record<string, string>;

/** The server's command in `task start`, without the commands before it. */
const { tasks } = JSON.parse(await Deno.readTextFile("deno.json"));
const COMMAND: string = tasks.start.command.split("&&").at(-1).trim();
const FIXED = ["--no-prompt", "--no-remote"];

/** Returns the permission flags that this command grants with these settings. */
async function flagsFor(env: Vars): Promise<string[]> {
  await using printed = start("server/kit/process/deno_permissions.ts", { env });
  is(await printed.end(), 0, printed.said());
  return printed.said().trim().split(" ");
}

/** Does everything once that needs a permission. @throws Error when something is refused */
async function tour(url: string, program: Program, mails: Mailbox | null): Promise<void> {
  const visitor = caller({ url });
  for (const path of ["/", "/api/docs", "/api/assignments/home", "/metrics", "/readyz"]) {
    const { status, body } = await fetch(url + path);
    await body?.cancel();
    is(status, 200, path);
  }
  const email = `asha.${crypto.randomUUID()}@class.test`;
  const form = registrationForm(email, { profileImage: picture() });
  const registered = await visitor.post("/auth/register", form);
  is(registered.status, 201, JSON.stringify(registered.body));
  if (!mails) await program.says("is your Doubtless code");
  const otp = mails
    ? (await mails.next(email)).code
    : program.said().match(/(\d{6}) is your Doubtless code/)?.[1];
  const { token } = registered.body;
  const verified = await visitor.post("/auth/verify-otp", { email, otp, token });
  is(verified.status, 200, JSON.stringify(verified.body));
  const image = await fetch(url + verified.body.user.profileImage);
  await image.body?.cancel();
  is(image.status, 200);
  const signedIn = caller({ url }, verified.body.token);
  // The code is rendered, on a thread, before the question is looked for.
  const handedIn = { responseStatus: "solved", studentSolution: "int main() {}" };
  is((await signedIn.put(`/assignments/${crypto.randomUUID()}/status`, handedIn)).status, 404);
  using _ear = await listen({ url }, { token: verified.body.token });
}

/**
 * Starts the server with these flags, tries everything, and stops it. @throws Error when a
 * permission is missing
 */
async function runs(env: Vars, flags: string[], mails: Mailbox | null = null): Promise<void> {
  const port = freePort();
  await using program = start("server/main.ts", {
    env: { ...env, PORT: String(port) },
    allowed: [...FIXED, ...flags.map((flag) => flag.replace(":8000", `:${port}`))],
  });
  const lacks = program.says("Requires ").then(
    () => Promise.reject(new Error(program.said())),
    () => new Promise<never>(() => {}),
  );
  lacks.catch(() => {});
  const round = async () => {
    await program.says("Doubtless is ready");
    await tour(`http://127.0.0.1:${port}`, program, mails);
    is(await program.end("SIGTERM"), 0, program.said());
    ok(!program.said().includes("Requires "), program.said());
  };
  await Promise.race([round(), lacks]).catch((error) => {
    throw new Error(program.said(), { cause: error });
  });
}

/** Returns, for each thing that the flags allow, the flags without it. */
function lesser(flags: string[]): [string, string[]][] {
  return flags.filter((flag) => flag.startsWith("--allow-")).flatMap((flag, at) => {
    const [name = "", list = ""] = flag.split("=");
    const all = list.split(",");
    return all.map((one): [string, string[]] => {
      const rest = all.filter((other) => other !== one);
      const less = rest.length > 0 ? [`${name}=${rest.join(",")}`] : [];
      return [`${name}=${one}`, flags.toSpliced(at, 1, ...less)];
    });
  });
}

/**
 * Returns whether the permission is for a variable. Without it, the setting counts as not set, so
 * nothing fails.
 */
const isSetting = (what: string) => what.startsWith("--allow-env=");

/** Returns whether the permission is for a push service, which no test calls. */
const isPush = (what: string) => PUSH_HOSTS.some((host) => what.endsWith(host));

/**
 * Returns those of the permissions without which this run starts the server.
 * @param name tells one choice from another
 */
function triedWithout(name: string, all: [string, string[]][]): [string, string[]][] {
  const known = all.filter(([what]) => !isSetting(what) && !isPush(what));
  return chosen(name, known, Math.ceil(known.length / 6));
}

async function isNeeded(what: string, work: () => Promise<void>): Promise<void> {
  const isRefused = await work().then(() => false, () => true);
  ok(isRefused, `${what} is not needed`);
}

Deno.test("`task start` runs the server with the printed flags, and loads no remote code", () => {
  is(
    COMMAND,
    "MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 " +
      "DENO_V8_FLAGS=--max-semi-space-size=4,--heap-growing-percent=100 " +
      `deno run ${
        FIXED.join(" ")
      } $(deno run -A server/kit/process/deno_permissions.ts) server/main.ts`,
  );
});

Deno.test("with the embedded PostgreSQL, the permissions suffice, and each is needed", async (t) => {
  await using data = await dataFolder();
  const env = { DATA: data.path, DEMO: "off", JUDGE: "off" };
  const flags = await flagsFor(env);
  await runs(env, flags);
  // The test below tries the permissions that every server needs.
  const common = {
    DATABASE_URL: "postgres://db.test/class",
    AUTH_SECRET: TEST_SECRET,
    JUDGE: "off",
  };
  const tried = new Set(lesser(await flagsFor({ ...common, FILES: "s3://x" })).map(([one]) => one));
  const own = lesser(flags).filter(([what]) => !tried.has(what));
  for (const [what, less] of triedWithout("embedded", own)) {
    await t.step(what, async () => {
      await using fresh = await dataFolder();
      const there = less.map((flag) => flag.replaceAll(data.path, fresh.path));
      await isNeeded(what, () => runs({ ...env, DATA: fresh.path }, there));
    });
  }
});

Deno.test("with external services, the permissions suffice, each is needed, and no program may be run", async (t) => {
  const database = await newDatabase();
  const directory = await Deno.makeTempDir();
  const s3 = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "uploads", configs: [] }],
  });
  const { port } = await s3.run() as { port: number };
  try {
    await using mails = await mailbox();
    await using redis = await startRedis();
    // A name needs a look-up, an address does not.
    const byName = (url: string) => url.replace("127.0.0.1", "localhost");
    const env = {
      DATABASE_URL: byName(database.url),
      AUTH_SECRET: TEST_SECRET,
      SMTP_URL: byName(mails.url),
      REDIS_URL: redis.url,
      FILES: "s3://uploads/class",
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
      JUDGE: "off",
    };
    const flags = await flagsFor(env);
    ok(!flags.some((flag) => /^--allow-(run|write)/.test(flag)), String(flags));
    await runs(env, flags, mails);
    for (const [what, less] of triedWithout("external", lesser(flags))) {
      await t.step(what, () => isNeeded(what, () => runs(env, less, mails)));
    }
  } finally {
    await s3.close();
    await Deno.remove(directory, { recursive: true });
    await database.drop();
  }
});

Deno.test("each push service may be called, and only with its permission", async () => {
  const flags = await flagsFor({ DATABASE_URL: "postgres://db.test/x", AUTH_SECRET: TEST_SECRET });
  const called = async (allowed: string[]): Promise<string[]> => {
    await using probe = start("tests/kit/push_probe.ts", { allowed: [...FIXED, ...allowed] });
    is(await probe.end(), 0, probe.said());
    return JSON.parse(probe.said().trim().split("\n").at(-1) ?? "");
  };
  equals((await called(flags)).length, PUSH_HOSTS.length);
  const without = lesser(flags).filter(([what]) => isPush(what));
  is(without.length, PUSH_HOSTS.length);
  for (const [what, less] of without) {
    equals((await called(less)).length, PUSH_HOSTS.length - 1, what);
  }
});

Deno.test("the server is denied everything that it does not need, with any settings", async () => {
  await using data = await dataFolder();
  const database = { DATABASE_URL: "postgres://u:p@db.test/class", AUTH_SECRET: TEST_SECRET };
  const settings: Vars[] = [
    { DATA: data.path },
    { ...database, FILES: `${data.path}/files` },
    {
      ...database,
      FILES: "s3://uploads",
      SMTP_URL: "smtps://mail.test",
      REDIS_URL: "redis://cache.test",
    },
    { PORT: "none" },
  ];
  const beside = `${data.path}-secret`;
  await Deno.writeTextFile(beside, "");
  for (const env of settings) {
    await using probe = start("tests/kit/probe.ts", {
      args: [beside],
      env: { ...env, OTHERS_SECRET: "x" },
      allowed: [...FIXED, ...await flagsFor(env)],
    });
    is(await probe.end(), 0, probe.said());
    equals(JSON.parse(probe.said().trim().split("\n").at(-1) ?? ""), [], JSON.stringify(env));
  }
  // The probe does find permissions that are granted.
  await using free = start("tests/kit/probe.ts", {
    args: [beside],
    allowed: FIXED.concat("-R", "-S"),
  });
  await free.end();
  match(free.said(), /read \/etc\/hostname.*name the system/);
});

Deno.test("the server may reach each host in its settings: an address at its port, a name at any port", async () => {
  const flags = await flagsFor({
    HOST: "::1",
    PORT: "81",
    DATABASE_URL: "postgres://u:p@192.0.2.1/class",
    AUTH_SECRET: TEST_SECRET,
    SMTP_URL: "smtps://u:p@mail.test",
    REDIS_URL: "rediss://[2001:db8::1]",
    FILES: "s3://uploads",
    AWS_REGION: "ap-south-1",
  });
  is(
    flags[0],
    "--allow-net=[::1]:81,192.0.2.1:5432,mail.test,[2001:db8::1]:6379,s3.ap-south-1.amazonaws.com:443," +
      "fcm.googleapis.com,updates.push.services.mozilla.com," +
      "*.push.apple.com,*.notify.windows.com",
  );
});

Deno.test("the server may reach the provider of the school's accounts, and its further hosts", async () => {
  const env = {
    DATABASE_URL: "postgres://192.0.2.1/x",
    AUTH_SECRET: TEST_SECRET,
    PUBLIC_URL: "https://class.test",
    OIDC_CLIENT_ID: "doubtless",
    OIDC_CLIENT_SECRET: "x",
  };
  const without = await flagsFor({ ...env, OIDC_CLIENT_ID: "", OIDC_CLIENT_SECRET: "" });
  const more = async (vars: Vars) => {
    const hosts = ([net = ""]: string[]) => net.replace(/^--allow-net=/, "").split(",");
    return hosts(await flagsFor({ ...env, ...vars })).filter((one) =>
      !hosts(without).includes(one)
    );
  };
  equals(await more({ OIDC_ISSUER: "https://id.school.edu/realms/class" }), ["id.school.edu:443"]);
  equals(await more({ OIDC_ISSUER: "https://accounts.google.com" }), [
    "accounts.google.com:443",
    "oauth2.googleapis.com:443",
    "www.googleapis.com:443",
    "openidconnect.googleapis.com:443",
  ]);
  equals(
    await more({ OIDC_ISSUER: "https://id.school.edu:8443", OIDC_HOSTS: "keys.school.edu, a:81" }),
    ["id.school.edu:8443", "keys.school.edu:443", "a:81"],
  );
});

Deno.test("the server may reach the hosts of webhooks, at any port, since it looks their names up", async () => {
  const env = { DATABASE_URL: "postgres://192.0.2.1/x", AUTH_SECRET: TEST_SECRET };
  const [before = ""] = await flagsFor(env);
  const [net] = await flagsFor({ ...env, WEBHOOK_HOSTS: "hooks.school.edu, localhost" });
  is(net, before.replace("fcm.", "hooks.school.edu,localhost,fcm."));
});

Deno.test("the judge may start its own two processes, and no other program", async () => {
  const env = { DATABASE_URL: "postgres://db.test/class", AUTH_SECRET: TEST_SECRET };
  const on = await flagsFor(env);
  equals(on.filter((flag) => flag.includes("run")), [
    "--allow-run=server/languages/judge/judge.sh",
  ]);
  equals(on.filter((flag) => !flag.includes("run")), await flagsFor({ ...env, JUDGE: "off" }));
});

Deno.test("the image has the flags of a server with external services", async () => {
  const image = await Deno.readTextFile("docker/Dockerfile");
  const command: string[] = JSON.parse(image.match(/^CMD (\[.+\])$/m)?.[1] ?? "[]");
  const env = { DATABASE_URL: "postgres://db.test/class", AUTH_SECRET: TEST_SECRET };
  for (const flag of await flagsFor(env)) {
    // The servers and variables are known only when the image runs.
    const [name = ""] = flag.split("=");
    const isKnown = /-(sys|ffi|read|write|run)$/.test(name);
    if (isKnown) ok(command.includes(flag.replace(".data/files", ".data")), flag);
    else if (name.startsWith("--allow")) ok(command.includes(name), name);
  }
  ok(command.includes("--no-prompt") && command.includes("--cached-only"));
  ok(!command.some((flag) => /^(-A|--allow-all|--allow-run$)/.test(flag)));
});

Deno.test("docker/README names every permission", async () => {
  const readme = await Deno.readTextFile("docker/README.md");
  const flags = await flagsFor({});
  for (const flag of [...FIXED, ...flags.map((flag) => flag.split("=")[0] ?? "")]) {
    ok(readme.includes(`\`${flag}\``), flag);
  }
  for (
    const what of ["hostname", "cpus", "networkInterfaces", "uid", "client/dist", "db/migrations"]
  ) {
    ok(flags.some((flag) => flag.includes(what)), what);
    ok(readme.includes(`\`${what}\``), what);
  }
});

Deno.test("with a data folder that cannot be used, the server gets the permissions to say so", async () => {
  await using data = await dataFolder();
  await Deno.writeTextFile(data.path, "");
  const flags = await flagsFor({ DATA: data.path });
  ok(flags.some((flag) => flag.startsWith("--allow-write=") && flag.includes(data.path)));
});
