/**
 * The picture of a person whose address is not confirmed: it is stored as it came, and decoded only
 * after the confirmation.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import S3rver from "s3rver";
import sharp from "sharp";
import { sweepUnverifiedImages } from "../server/kit/files/unverified_images.ts";
import { differentCode, newAddress, register, registrationForm } from "./kit/accounts.ts";
import { blackPng } from "./kit/bombs.ts";
import { caller } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { mailbox } from "./kit/smtp.ts";

const DAY = 86_400_000;

const photo = async (name = "me.jpg") => {
  const create = { width: 900, height: 600, channels: 3, background: "#4a7" } as const;
  return new File([new Uint8Array(await sharp({ create }).jpeg().toBuffer())], name);
};

/**
 * Returns the pictures that wait: their name in the store, their size, and whether their bytes are
 * there.
 */
async function waiting({ parts }: TestServer) {
  const rows = await parts.database.sql`select id, size from unconfirmed_pictures`;
  return await Promise.all(rows.map(async ({ id, size }) => {
    const stream = await parts.files.get(id);
    await stream?.cancel();
    return { id: id as string, size: size as number, isThere: stream !== null };
  }));
}

const filesIn = async ({ parts }: TestServer) =>
  (await parts.database.sql`select id from files`).length;

/** Registers at one of two servers with the same store, and confirms at the other. */
async function confirmsElsewhere(vars: Record<string, string>): Promise<void> {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url, ...vars });
  const { databaseUrl: DATABASE_URL, parts: { env } } = server;
  await using other = await testServer({ DATABASE_URL, FILES: env.files });
  const { email, token, code } = await register(server, mails, { profileImage: await photo() });
  const [one, ...more] = await waiting(server);
  ok(one?.isThere);
  equals([more.length, await filesIn(server)], [0, 0]);
  is((await caller(server).get(`/files/${one.id}`)).status, 404);
  const verify = (otp: string) => caller(other).post("/auth/verify-otp", { email, otp, token });
  is((await verify(differentCode(code))).status, 400);
  equals([await filesIn(server), (await waiting(server)).length], [0, 1]);

  const { status, body } = await verify(code);
  equals([status, body.msg], [200, "Email verified successfully!"]);
  const file = await fetch(server.url + body.user.profileImage);
  const { format, width } = await sharp(await file.arrayBuffer()).metadata();
  equals([format, width], ["jpeg", 512]);
  equals(await waiting(server), []);
  is(await server.parts.files.get(one.id), null);
}

Deno.test("a visitor's picture is stored as it came, cannot be read, and is decoded at the confirmation", () =>
  confirmsElsewhere({}));

Deno.test("a visitor's picture waits in S3 in the same way", async () => {
  const directory = await Deno.makeTempDir();
  const store = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "uploads", configs: [] }],
  });
  const { port } = await store.run() as { port: number };
  const keys = {
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
  };
  for (const [name, value] of Object.entries(keys)) Deno.env.set(name, value);
  try {
    await confirmsElsewhere({ FILES: "s3://uploads/class" });
  } finally {
    for (const name of Object.keys(keys)) Deno.env.delete(name);
    await store.close();
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a broken picture does not prevent the confirmation", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const broken = new Uint8Array(await (await photo()).arrayBuffer()).fill(7, 700);
  const profileImage = new File([broken], "me.jpg");
  const { email, token, code, visitor } = await register(server, mails, { profileImage });
  const { status, body } = await visitor.post("/auth/verify-otp", { email, otp: code, token });
  equals([status, body.user.profileImage], [200, null]);
  match(body.msg, /^Email verified successfully! Your profile image could not be read/);
  equals([await waiting(server), await filesIn(server)], [[], 0]);
});

Deno.test("a picture that is too large, or not a picture, is refused before it is decoded", async () => {
  await using server = await testServer();
  const refused: [Uint8Array<ArrayBuffer>, number][] = [
    [blackPng(20_000, 10_000), 413],
    // Interlaced, so that decoding would hold all of it in memory at once.
    [blackPng(8000, 5000, { depth: 16, colour: 6, isInterlaced: true }), 413],
    [new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415],
  ];
  for (const [bytes, expected] of refused) {
    const form = registrationForm(newAddress(), { profileImage: new File([bytes], "a.png") });
    const { status, body } = await caller(server).post("/auth/register", form);
    equals([status, Object.keys(body.errors)], [expected, ["profileImage"]]);
  }
  equals(await waiting(server), []);
});

Deno.test("a picture that is not confirmed in time is removed, and a later confirmation says so", async () => {
  await using mails = await mailbox();
  await using server = await testServer({ SMTP_URL: mails.url });
  const { email, token, code, visitor } = await register(server, mails, {
    profileImage: await photo(),
  });
  const sweepIn = async (days: number) => {
    server.setClock(new Date(Date.now() + days * DAY).toISOString());
    await sweepUnverifiedImages(server.parts);
    server.setClock(null);
    return await waiting(server);
  };
  is((await sweepIn(6))[0]?.isThere, true);
  equals((await sweepIn(8)).map(({ size, isThere }) => [size, isThere]), [[0, false]]);
  const { body } = await visitor.post("/auth/verify-otp", { email, otp: code, token });
  match(body.msg, /could not be read/);
  is(body.user.profileImage, null);
  await register(server, mails, { profileImage: await photo() });
  equals(await sweepIn(8), await waiting(server));
  equals(await sweepIn(31), []);
});
