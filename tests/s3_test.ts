/** The file store on the S3 protocol, with a local S3 server. */
import {
  deepStrictEqual as equals,
  ok,
  rejects,
  strictEqual as is,
  throws,
} from "node:assert/strict";
import S3rver from "s3rver";
import { SettingsError } from "../server/kit/core/errors.ts";
import type { Log } from "../server/kit/core/log.ts";
import { s3Store } from "../server/kit/content/s3.ts";
import { checkFileStore } from "../server/kit/process/file_store_check.ts";

/** The only account of the S3 server. */
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

Deno.test("a stored file is read back byte for byte; a missing file is null", async () => {
  await using s3 = await store();
  const files = s3Store("s3://uploads/class", s3.vars);
  const bytes = crypto.getRandomValues(new Uint8Array(50_000));
  await files.put(ID, bytes);
  const back = await files.get(ID);
  ok(back);
  equals(new Uint8Array(await new Response(back).arrayBuffer()), bytes);
  is(await files.get(ID.replace("0", "f")), null);
});

Deno.test("a wrong key and a missing bucket are errors, missing keys end the start", async () => {
  await using s3 = await store();
  const bytes = new Uint8Array(3);
  const wrong = s3Store("s3://uploads", { ...s3.vars, AWS_ACCESS_KEY_ID: "another" });
  await rejects(wrong.put(ID, bytes), /answered 403/);
  await rejects(s3Store("s3://nowhere", s3.vars).put(ID, bytes), /nowhere does not exist/);
  throws(() => s3Store("s3://uploads", {}), SettingsError);
});

Deno.test("a start checks that the bucket accepts uploads; an unreachable store gives only a warning", async () => {
  await using s3 = await store();
  const warned: string[] = [];
  const log = { warn: (_what: object, msg: string) => warned.push(msg) } as unknown as Log;
  const check = (files: string, vars: Record<string, string> = {}) =>
    checkFileStore({ files }, { store: s3Store(files, { ...s3.vars, ...vars }), log });
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
