/**
 * The permissions of `task start`: they suffice for everything that the server does, and deny what
 * it does not need.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import S3rver from "s3rver";
import { registrationForm } from "../kit/accounts.ts";
import "../kit/client_ready.ts";
import { removeData } from "../kit/data.ts";
import { picture } from "../kit/fixture.ts";
import { caller } from "../kit/people.ts";
import { newDatabase } from "../kit/postgres.ts";
import { freePort, type Program, start } from "../kit/process.ts";
import { startRedis } from "../kit/redis.ts";
import { TEST_SECRET } from "../kit/server.ts";
import { SERVER_FLAGS } from "../kit/server_command.ts";
import { type Mailbox, mailbox } from "../kit/smtp.ts";
import { listen } from "../kit/socket.ts";

type Vars = Record<string, string>;

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
    : program.output().match(/(\d{6}) is your Doubtless code/)?.[1];
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

/** Starts the server as the task does, tries everything, and stops it. */
async function runs(env: Vars, mails: Mailbox | null = null): Promise<void> {
  const port = freePort();
  await using program = start("server/main.ts", {
    env: { ...env, PORT: String(port) },
    allowed: SERVER_FLAGS,
  });
  await program.says("Doubtless is ready");
  await tour(`http://127.0.0.1:${port}`, program, mails);
  is(await program.end("SIGTERM"), 0, program.output());
  ok(!program.output().includes("Requires "), program.output());
}

Deno.test("the flags that `task start` has are static", () => {
  ok(SERVER_FLAGS.every((flag) => /^--[\w-]+(=[\w./,-]+)?$/.test(flag)), SERVER_FLAGS.join(" "));
  ok(!SERVER_FLAGS.some((flag) => /^--allow-(all|read|write|run|ffi|sys)$/.test(flag)));
});

Deno.test("with the embedded PostgreSQL, the permissions suffice", async () => {
  const data = `.data/permissions-${crypto.randomUUID()}`;
  try {
    await using prepared = start("server/kit/process/prepare.ts", { env: { DATA: data } });
    is(await prepared.end(), 0, prepared.output());
    await runs({ DATA: data, DEMO: "off" });
  } finally {
    await removeData(data);
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("with external services, the permissions suffice", async () => {
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
    };
    await runs(env, mails);
  } finally {
    await s3.close();
    await Deno.remove(directory, { recursive: true });
    await database.drop();
  }
});

Deno.test("a folder of uploads outside of the project needs the setting ALLOW, and the server says so", async () => {
  const [database, folder] = [await newDatabase(), await Deno.makeTempDir()];
  const env = { DATABASE_URL: database.url, AUTH_SECRET: TEST_SECRET, FILES: folder, PORT: "0" };
  await using refused = start("server/main.ts", { env, allowed: SERVER_FLAGS });
  is(await refused.end(), 1);
  match(refused.output(), /ALLOW/);
  const allowed = [...SERVER_FLAGS, `--allow-read=${folder}`, `--allow-write=${folder}`];
  await using server = start("server/main.ts", { env, allowed });
  await server.says("Doubtless is ready");
  is(await server.end("SIGTERM"), 0);
  await Deno.remove(folder, { recursive: true });
  await database.drop();
});

Deno.test("the server is denied what it does not need", async () => {
  const beside = await Deno.makeTempFile();
  const probe = async (allowed: string[]): Promise<string> => {
    await using program = start("tests/kit/probe.ts", { args: [beside], allowed });
    is(await program.end(), 0, program.output());
    return program.output();
  };
  equals(JSON.parse((await probe(SERVER_FLAGS)).trim().split("\n").at(-1) ?? ""), []);
  // The probe does find permissions that are granted.
  match(
    await probe(["--no-prompt", "--no-remote", "-R", "-S"]),
    /read \/etc\/hostname.*name the system/,
  );
});
