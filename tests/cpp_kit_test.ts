/** The C++ kit as the server sends it: its files, their headers, and who may compile them. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { createHash } from "node:crypto";
import { type IncomingHttpHeaders, request } from "node:http";
import { constants, gunzipSync, inflateRawSync } from "node:zlib";
import { buildClient } from "../client/build.ts";
import type { KitFacts } from "../server/cpp/build_files.ts";
import { cppFacts, readCppKit } from "./kit/built_kits.ts";
import "./kit/client_ready.ts";
import { testServer } from "./kit/server.ts";

/** The headers as they are sent: `fetch` decompresses a reply and changes them. */
function headersOf(url: string, accept: string): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "HEAD", headers: { "accept-encoding": accept } });
    asked.on("response", (reply) => {
      reply.resume();
      resolve(reply.headers);
    }).on("error", reject).end();
  });
}

Deno.test("the built client has the kit, and its facts are those of the files", async () => {
  const facts: KitFacts = JSON.parse(await Deno.readTextFile("client/dist/cpp/kit.json"));
  equals(facts, await cppFacts());
  for (const { file, bytes, sha256, download } of [facts.llvm, facts.sysroot]) {
    const content = gunzipSync(await Deno.readFile(`client/dist/cpp/${file}.gz`));
    equals([content.length, createHash("sha256").update(content).digest("hex")], [bytes, sha256]);
    ok(file.includes(sha256.slice(0, 16)), file);
    is((await Deno.stat(`client/dist/cpp/${file}.br`)).size, download);
  }
  is((await readCppKit()).version, facts.version);
  const before = await Deno.stat(`client/dist/cpp/${facts.llvm.file}.br`);
  is(await buildClient(), false);
  equals((await Deno.stat(`client/dist/cpp/${facts.llvm.file}.br`)).mtime, before.mtime);
});

Deno.test("the kit's files are sent compressed, for ever, and with their types", async () => {
  await using server = await testServer();
  const { llvm, sysroot } = await cppFacts();
  for (
    const [facts, type] of [[llvm, "application/wasm"], [
      sysroot,
      "application/octet-stream",
    ]] as const
  ) {
    const url = `${server.url}/cpp/${facts.file}`;
    const sent = await headersOf(url, "gzip, br");
    is(sent["content-type"], type);
    is(sent["content-encoding"], "br");
    is(sent["content-length"], String(facts.download));
    is(sent["cache-control"], "public, max-age=31536000, immutable");
    match(
      sent["content-security-policy"]?.toString() ?? "",
      /^default-src 'none'; frame-ancestors/,
    );
    is((await headersOf(url, "gzip"))["content-encoding"], "gzip");
    is((await headersOf(url, "identity"))["content-encoding"], "gzip");
  }
  const whole = new Uint8Array(
    await (await fetch(`${server.url}/cpp/${sysroot.file}`)).arrayBuffer(),
  );
  is(createHash("sha256").update(whole).digest("hex"), sysroot.sha256);
  const gone = await fetch(`${server.url}/cpp/llvm.0.wasm`);
  equals([gone.status, await gone.text()], [404, "There is no such file; reload the page."]);
  is(gone.headers.get("cache-control"), "no-cache");
});

Deno.test("each part of the compiler is sent by itself, and decompresses by itself", async () => {
  await using server = await testServer();
  const { llvm: { file, parts = { size: 0, lengths: [] } } } = await cppFacts();
  const { llvm: whole } = await readCppKit();
  is(parts.lengths.length, Math.ceil(whole.length / parts.size));
  const [first = 0, second = 0] = parts.lengths;
  const range = `bytes=${first}-${first + second - 1}`;
  const reply = await fetch(`${server.url}/cpp/${file}.gz`, { headers: { range } });
  equals([reply.status, reply.headers.get("content-encoding")], [206, null]);
  is(reply.headers.get("cache-control"), "public, max-age=31536000, immutable");
  const bytes = inflateRawSync(await reply.bytes(), { finishFlush: constants.Z_SYNC_FLUSH });
  equals(new Uint8Array(bytes), whole.slice(parts.size, 2 * parts.size));
});

Deno.test("only the scripts of workers may compile WebAssembly", async () => {
  await using server = await testServer();
  const policyOf = async (path: string) => {
    const { headers, body } = await fetch(server.url + path);
    await body?.cancel();
    return headers.get("content-security-policy") ?? "";
  };
  for (const path of ["/assets/program-worker-C0ffee_1.js", "/assets/compiler-worker-a-b.js"]) {
    is(
      await policyOf(path),
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    );
  }
  for (
    const path of ["/", "/questions", "/assets/worker.css", "/assets/kit-1.js", "/cpp/kit.json"]
  ) {
    ok(!/eval/.test(await policyOf(path)), path);
  }
});
