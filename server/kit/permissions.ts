/** Run alone, prints the permissions that the server needs with the present settings, and no more. */
import { binaries } from "./embedded.ts";

const { FILES, DATABASE_URL } = Deno.env.toObject();
const folder = FILES && !FILES.startsWith("s3:") ? [FILES] : [];
const programs = DATABASE_URL ? null : await binaries();

console.log([
  "--allow-net",
  "--allow-env",
  "--allow-sys",
  "--allow-ffi=node_modules",
  `--allow-read=${[".", "/etc/passwd", ...folder].join(",")}`,
  `--allow-write=${[".data", ...folder].join(",")}`,
  ...(programs ? [`--allow-run=${[programs.initdb, programs.pg_ctl, "useradd"].join(",")}`] : []),
].join(" "));
