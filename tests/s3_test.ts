/** The file store on the S3 protocol, with a local S3 server. */
import {
  deepStrictEqual as equals,
  ok,
  rejects,
  strictEqual as is,
  throws,
} from "node:assert/strict";
import { SettingsError } from "../server/kit/core/errors.ts";
import type { Log } from "../server/kit/core/log.ts";
import { s3Store } from "../server/kit/files/s3.ts";
import { checkFileStore } from "../server/kit/process/file_store_check.ts";
import { blackPng } from "./kit/bombs.ts";
import { collecting, dropServer } from "./kit/drops.ts";
import { person } from "./kit/people.ts";
import { KEYS, localS3 } from "./kit/s3.ts";
import { testServer } from "./kit/server.ts";

const ID = "0123456789abcdef0123456789abcdef";

Deno.test("a stored file is read back byte for byte; a missing file is null", async () => {
  await using s3 = await localS3();
  const files = s3Store("s3://uploads/class", s3.vars);
  const bytes = crypto.getRandomValues(new Uint8Array(50_000));
  await files.put(ID, bytes);
  const back = await files.get(ID);
  ok(back);
  equals(new Uint8Array(await new Response(back).arrayBuffer()), bytes);
  is(await files.get(ID.replace("0", "f")), null);
});

Deno.test("a wrong key and a missing bucket are errors, missing keys end the start", async () => {
  await using s3 = await localS3();
  const bytes = new Uint8Array(3);
  const wrong = s3Store("s3://uploads", { ...s3.vars, AWS_ACCESS_KEY_ID: "another" });
  await rejects(wrong.put(ID, bytes), /answered 403/);
  await rejects(s3Store("s3://nowhere", s3.vars).put(ID, bytes), /nowhere does not exist/);
  throws(() => s3Store("s3://uploads", {}), SettingsError);
});

Deno.test("a start checks that the bucket accepts uploads; an unreachable store gives only a warning", async () => {
  await using s3 = await localS3();
  const warned: string[] = [];
  const log = { warn: (_what: object, msg: string) => warned.push(msg) } as unknown as Log;
  const check = (files: string, vars: Record<string, string> = {}) =>
    checkFileStore({ files, data: ".data" }, {
      store: s3Store(files, { ...s3.vars, ...vars }),
      log,
    });
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

Deno.test("while the store is away, uploads and files get 503, and the operator learns why", async () => {
  await using s3 = await localS3();
  for (const [name, value] of Object.entries(s3.vars)) Deno.env.set(name, value);
  try {
    await using server = await testServer({ FILES: "s3://uploads" });
    const student = await person(server);
    const form = () => {
      const form = new FormData();
      form.set("file", new File([blackPng(2, 2)], "a.png"));
      return form;
    };
    const { status, body: { url } } = await student.post("/upload", form());
    is(status, 201);
    await s3.close();
    for (const reply of [await student.post("/upload", form()), await student.get(url.slice(4))]) {
      equals([reply.status, reply.body.code], [503, "unavailable"]);
      ok(Number(reply.headers.get("retry-after")) > 0);
    }
    is(server.logged.filter(({ level }) => level === "error").length, 2);
  } finally {
    for (const name of Object.keys(s3.vars)) Deno.env.delete(name);
  }
});

Deno.test("a store that takes connections and never answers is given up", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const vars = { ...KEYS, AWS_ENDPOINT_URL: `http://127.0.0.1:${silent.addr.port}` };
  const files = s3Store("s3://uploads", vars, { patienceMs: 100 });
  // One after the other: a call that fails before somebody waits for it is an uncaught error.
  const calls = [
    () => files.put(ID, new Uint8Array(3)),
    () => files.get(ID),
    () => files.remove(ID),
  ];
  for (const call of calls) await rejects(call, { name: "StoreError", status: 503 });
});

Deno.test("a store that answers drop by drop is given up", async () => {
  await using slow = await dropServer();
  const vars = { ...KEYS, AWS_ENDPOINT_URL: slow.url };
  const files = s3Store("s3://uploads", vars, { patienceMs: 300 });
  const read = async () => await Array.fromAsync(await files.get(ID) ?? []);
  await rejects(collecting(read()), { name: "StoreError", status: 503 });
});
