/** Uploads of images, and reading files by their link. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import sharp from "sharp";
import { FILE_MOST } from "../server/kit/files/multipart.ts";
import { LIMITS } from "../server/kit/limits/limits.ts";
import { blackPng } from "./kit/bombs.ts";
import { questionForm } from "./kit/assignments.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const TOO_LARGE = "A file may be up to 10MB.";
const KINDS = { png: "image/png", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp" };

const picture = (width = 8, height = 6) =>
  sharp({ create: { width, height, channels: 3, background: "#48c" } });

/** Copies bytes into a plain buffer, as forms need it. */
const bytes = (from: Uint8Array) => new Uint8Array(from);

function upload(who: Pick<TestPerson, "post">, content: Uint8Array | string, name = "a.png") {
  const form = new FormData();
  form.set("file", new File([typeof content === "string" ? content : bytes(content)], name));
  return who.post("/upload", form);
}

Deno.test("an uploaded image of each kind is served as that kind, at the returned link", async () => {
  await using server = await testServer();
  const student = await person(server);
  for (const [kind, type] of Object.entries(KINDS)) {
    const image = await picture().toFormat(kind as keyof typeof KINDS).toBuffer();
    const { status, body } = await upload(student, image, "graph.html");
    is(status, 201, JSON.stringify(body));
    equals(Object.keys(body), ["url"]);
    ok(/^\/api\/files\/[0-9a-f]{32}$/.test(body.url), body.url);
    const file = await fetch(`${server.url}${body.url}`);
    is(file.status, 200);
    is(file.headers.get("content-type"), type);
    is(file.headers.get("x-content-type-options"), "nosniff");
    is(
      file.headers.get("content-security-policy"),
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
    is(file.headers.get("content-disposition"), "inline; filename*=UTF-8''graph.html");
    const { format, width, height } = await sharp(await file.arrayBuffer()).metadata();
    equals([format, width, height], [kind, 8, 6]);
  }
});

Deno.test("an uploaded image is encoded again, upright and without metadata", async () => {
  await using server = await testServer();
  const student = await person(server);
  const exif = { IFD0: { Copyright: "Secret place" } };
  const image = await picture().jpeg().withMetadata({ orientation: 6, exif }).toBuffer();
  ok((await sharp(image).metadata()).exif);
  ok(image.includes("Secret place"));
  const { body } = await upload(student, image);
  const kept = new Uint8Array(await (await fetch(`${server.url}${body.url}`)).arrayBuffer());
  const left = await sharp(kept).metadata();
  equals([left.exif, left.width, left.height], [undefined, 6, 8]);
  is(new TextDecoder("latin1").decode(kept).includes("Secret place"), false);
});

Deno.test("a file that is not an image is refused, whatever its name", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const png = await picture().png().toBuffer();
  for (
    const content of [
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>`,
      `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`,
      "<!doctype html><script>alert(1)</script>",
      "%PDF-1.7\n",
      "GIF89a<script>alert(1)</script>",
      png.subarray(0, 40),
      await picture().tiff().toBuffer(),
      "a",
    ]
  ) {
    const { status, body } = await upload(mentor, content);
    equals([status, body.code, Object.keys(body.errors)], [415, "file.kind", ["file"]]);
  }
  is((await server.parts.database.sql`select 1 from files`).length, 0);
});

Deno.test("a file of more than ten megabytes is refused, with and without a content length", async () => {
  await using server = await testServer();
  const student = await person(server);
  const png = await picture().png().toBuffer();
  // A PNG may be followed by any bytes, so it can be padded to exactly ten megabytes.
  const padded = (size: number) => {
    const content = new Uint8Array(size);
    content.set(png);
    return content;
  };
  is((await upload(student, padded(FILE_MOST))).status, 201);
  const { status, body } = await upload(student, padded(FILE_MOST + 1));
  equals([status, body.msg, body.errors], [413, TOO_LARGE, { file: TOO_LARGE }]);

  for (const size of [FILE_MOST + 1, 3 * FILE_MOST]) {
    const form = new FormData();
    form.set("file", new File([padded(size)], "a.png"));
    const { headers, body: stream } = new Response(form);
    const chunked = await student.fetch("/upload", {
      method: "POST",
      headers: { "content-type": headers.get("content-type") ?? "" },
      body: stream,
    });
    equals([chunked.status, (await chunked.json()).errors], [413, { file: TOO_LARGE }]);
  }
});

Deno.test("an image of 200 megapixels is too large, a smaller one is scaled down", async () => {
  await using server = await testServer();
  const student = await person(server);
  const bomb = blackPng(20_000, 10_000);
  ok(bomb.length < 100_000);
  const { status, body } = await upload(student, bomb);
  equals([status, body.code], [413, "file.large"]);

  const fits = await upload(student, blackPng(6000, 3000));
  is(fits.status, 201);
  const file = await fetch(`${server.url}${fits.body.url}`);
  const { width, height } = await sharp(await file.arrayBuffer()).metadata();
  equals([width, height], [2048, 1024]);
});

Deno.test("nothing in a file's name reaches a path or a header", async () => {
  await using server = await testServer();
  const student = await person(server);
  const png = await picture().png().toBuffer();
  /** Sends a form that is written by hand, which no browser would send. */
  const raw = async (name: string) => {
    const border = "----border";
    const head = `--${border}\r\nContent-Disposition: form-data; name="file"; ` +
      `filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
    const encode = (text: string) => new TextEncoder().encode(text);
    const reply = await student.fetch("/upload", {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${border}` },
      body: new Uint8Array([...encode(head), ...png, ...encode(`\r\n--${border}--\r\n`)]),
    });
    return { status: reply.status, body: await reply.json() };
  };
  const names: [string, string][] = [
    ["../../../etc/passwd", "passwd"],
    ["..\\..\\boot.ini", "boot.ini"],
    ["..%2f..%2fa.png", "..%252f..%252fa.png"],
    ["a%0D%0AX-Evil: 1.png", "a%250D%250AX-Evil%3A%201.png"],
    ["it's (1)*.png", "it%27s%20%281%29%2A.png"],
    ["चित्र.png", "%E0%A4%9A%E0%A4%BF%E0%A4%A4%E0%A5%8D%E0%A4%B0.png"],
    [`${"a".repeat(119)}😀.png`, `${"a".repeat(119)}`],
    ["/", "file"],
  ];
  for (const [name, shown] of names) {
    const { status, body } = await raw(name);
    is(status, 201, JSON.stringify([name, body]));
    const file = await fetch(`${server.url}${body.url}`);
    await file.body?.cancel();
    is(file.status, 200);
    const disposition = file.headers.get("content-disposition") ?? "";
    ok(disposition.startsWith(`inline; filename*=UTF-8''${shown}`), disposition);
  }
  const breaking: [string, number][] = [
    ["a\0b.png", 201],
    ["a.png\r\nX-Evil: 1", 201],
    // Here the empty line ends the header early, so the content is no longer an image.
    ["a\r\n\r\n<script>", 415],
    [`a"; filename*=UTF-8''b`, 201],
  ];
  for (const [name, expected] of breaking) {
    const { status, body } = await raw(name);
    is(status, expected, JSON.stringify([name, body]));
    if (status !== 201) continue;
    const file = await fetch(`${server.url}${body.url}`);
    await file.body?.cancel();
    is(file.headers.get("x-evil"), null);
    ok(!/[\r\n"]/.test(file.headers.get("content-disposition") ?? ""));
  }
});

Deno.test("a form must have exactly one file that is not empty", async () => {
  await using server = await testServer();
  const student = await person(server);
  const png = bytes(await picture().png().toBuffer());
  const forms = {
    none: new FormData(),
    text: new FormData(),
    empty: new FormData(),
    two: new FormData(),
  };
  forms.text.set("file", "a.png");
  forms.empty.set("file", new File([], "a.png"));
  for (const name of ["a.png", "b.png"]) forms.two.append("file", new File([png], name));
  for (const [what, form] of Object.entries(forms)) {
    const { status, body } = await student.post("/upload", form);
    equals([status, Object.keys(body.errors ?? {})], [400, ["file"]], what);
    if (what === "empty") is(body.errors.file, "This file is empty.");
  }
  is((await student.post("/upload", { file: "a" })).status, 415);
  is((await student.post("/upload")).status, 400);
  const broken = await student.fetch("/upload", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x" },
    body: "no form at all",
  });
  is(broken.status, 400);
  await broken.body?.cancel();
});

Deno.test("every signed-in person may upload, within a rate limit", async () => {
  await using server = await testServer();
  const png = await picture().png().toBuffer();
  is((await upload(caller(server), png)).status, 401);
  for (const role of ["student", "volunteer", "mentor", "admin"] as const) {
    is((await upload(await person(server, role), png)).status, 201);
  }
  const student = await person(server);
  for (let time = 0; time < LIMITS.upload.points; time++) {
    await server.parts.limits.take("upload", student._id);
  }
  const { status, headers } = await upload(student, png);
  is(status, 429);
  ok(Number(headers.get("retry-after")) > 0);
  is((await upload(await person(server), png)).status, 201);
});

Deno.test("a file that is not an image can only be downloaded; an unknown one gets 404", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const form = questionForm();
  form.append("files", new File(["<script>alert(1)</script>"], "page.html", { type: "text/html" }));
  const { status, body } = await mentor.post("/assignments", form);
  is(status, 201, JSON.stringify(body));
  const file = await fetch(`${server.url}${body.files[0]}`);
  await file.body?.cancel();
  is(file.headers.get("content-type"), "application/octet-stream");
  is(file.headers.get("content-disposition"), "attachment; filename*=UTF-8''page.html");
  is(file.headers.get("x-content-type-options"), "nosniff");
  is(
    file.headers.get("content-security-policy"),
    "default-src 'none'; frame-ancestors 'none'; sandbox",
  );
  for (const id of ["0".repeat(32), "..%2f..%2fetc%2fpasswd", "%00", "no-such"]) {
    is((await caller(server).get(`/files/${id}`)).status, 404, id);
  }
});

Deno.test("a file is closed when the reply's body is not read", async () => {
  await using server = await testServer();
  const { body } = await upload(await person(server), await picture().png().toBuffer());
  /** Of this file only: other tests of the process open files meanwhile. */
  const open = async () => {
    const all = await Array.fromAsync(Deno.readDir("/proc/self/fd"));
    const paths = await Promise.all(
      all.map(({ name }) => Deno.readLink(`/proc/self/fd/${name}`).catch(() => "")),
    );
    return paths.filter((path) => path.endsWith(body.url.split("/").at(-1))).length;
  };
  const head = async () => {
    const { status, headers } = await fetch(server.url + body.url, { method: "HEAD" });
    equals([status, headers.get("content-type")], [200, "image/png"]);
  };
  for (let time = 0; time < 60; time++) await head();
  ok(await open() < 30, `${await open()} are open`);
});
