/**
 * The upper limit of sign-ins: password hashes only, as many at once as the server allows.
 * `?count=` sets the number of hashes; the reply comes when they are done. Runs as a process of its
 * own.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hash, verify } from "@node-rs/argon2";
import { ARGON2 } from "../../../server/kit/security/hash.ts";

const PASSWORD = "Secret@123";
const hashed = await hash(PASSWORD, ARGON2);
const lanes = Math.max(1, navigator.hardwareConcurrency - 1);

const http = createServer(async (request, answer) => {
  let left = Number(new URL(request.url ?? "/", "http://localhost").searchParams.get("count"));
  const work = async () => {
    while (left-- > 0) await verify(hashed, PASSWORD);
  };
  await Promise.all(Array.from({ length: lanes }, work));
  answer.end("done");
});
http.listen(0, "127.0.0.1", () => {
  console.log(`ready: http://127.0.0.1:${(http.address() as AddressInfo).port}`);
});
Deno.addSignalListener("SIGTERM", () => Deno.exit(0));
