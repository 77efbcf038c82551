/** The file store on S3's protocol, against a server that speaks it. */
import {
  deepStrictEqual as equals,
  ok,
  rejects,
  strictEqual as is,
  throws,
} from "node:assert/strict";
import S3rver from "s3rver";
import { SettingsError } from "../server/kit/errors.ts";
import type { Log } from "../server/kit/log.ts";
import { s3Store } from "../server/kit/s3.ts";
import { checkStore } from "../server/kit/store_check.ts";

/** The one account that the server knows. */
const KEYS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };
const ID = "0123456789abcdef0123456789abcdef";

async function store() {
  const directory = await Deno.makeTempDir();
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "uploads", configs: [] }],
  });
  const { port } = await server.run() as { port: number };
  return {
    vars: { ...KEYS, AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` },
    async [Symbol.asyncDispose]() {
      await server.close();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

Deno.test("what is put into the bucket comes back byte for byte; what is not there is null", async () => {
  await using s3 = await store();
  const files = s3Store("s3://uploads/class", s3.vars);
  const bytes = crypto.getRandomValues(new Uint8Array(50_000));
  await files.put(ID, bytes);
  const back = await files.get(ID);
  ok(back);
  equals(new Uint8Array(await new Response(back).arrayBuffer()), bytes);
  is(await files.get(ID.replace("0", "f")), null);
});

Deno.test("a wrong key and a missing bucket are faults, missing keys end the start", async () => {
  await using s3 = await store();
  const bytes = new Uint8Array(3);
  const wrong = s3Store("s3://uploads", { ...s3.vars, AWS_ACCESS_KEY_ID: "another" });
  await rejects(wrong.put(ID, bytes), /answered 403/);
  await rejects(s3Store("s3://nowhere", s3.vars).put(ID, bytes), /nowhere does not exist/);
  throws(() => s3Store("s3://uploads", {}), SettingsError);
});

Deno.test("a start sees whether the bucket takes uploads; a store that is away may come later", async () => {
  await using s3 = await store();
  const warned: string[] = [];
  const log = { warn: (_what: object, msg: string) => warned.push(msg) } as unknown as Log;
  const check = (files: string, vars: Record<string, string> = {}) =>
    checkStore({ files }, { store: s3Store(files, { ...s3.vars, ...vars }), log });
  await check("s3://uploads/class");
  await rejects(check("s3://nowhere"), {
    name: "SettingsError",
    message: /^Uploads cannot be kept in s3:\/\/nowhere: there is no such bucket \(404\)\./,
  });
  await rejects(check("s3://uploads", { AWS_ACCESS_KEY_ID: "another" }), {
    name: "SettingsError",
    message: /the credentials are refused \(403\)/,
  });
  equals(warned, []);
  await check("s3://uploads", { AWS_ENDPOINT_URL: "http://127.0.0.1:9" });
  equals(warned, ["the file store does not answer: uploads fail until it does"]);
});
