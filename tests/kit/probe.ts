/** Tries what the server does not need, and prints the attempts that Deno allowed. */

const [elsewhere = ""] = Deno.args;

/** An attempt counts as allowed unless it fails for lack of permission. */
const TRIES: Record<string, () => unknown> = {
  "read /etc/hostname": () => Deno.readTextFileSync("/etc/hostname"),
  "read the project's other files": () => Deno.readTextFileSync("deno.json"),
  "list the project": () => [...Deno.readDirSync(".")],
  "read a file beside the data": () => Deno.readTextFileSync(elsewhere),
  "write a source": () => Deno.writeTextFileSync("server/kit/probe.txt", ""),
  "write beside the data": () => Deno.writeTextFileSync(elsewhere, ""),
  "write a library": () => Deno.writeTextFileSync("node_modules/probe.txt", ""),
  "run a shell": () => new Deno.Command("sh", { args: ["-c", "true"] }).outputSync(),
  "run Deno": () => new Deno.Command(Deno.execPath(), { args: ["--version"] }).outputSync(),
  "name the system": () => Deno.osRelease(),
  "name the user's groups": () => Deno.gid(),
  "load another library": () => Deno.dlopen("/usr/lib/libc.so.6", {}),
  "load a program from elsewhere": () => import(`https://${"esm.sh"}/nothing`),
};

const isDenied = (error: unknown) =>
  error instanceof Deno.errors.NotCapable || /--no-remote is specified/.test(String(error));

const done: string[] = [];
for (const [what, attempt] of Object.entries(TRIES)) {
  try {
    await attempt();
    done.push(what);
  } catch (error) {
    if (!isDenied(error)) done.push(what);
  }
}
console.log(JSON.stringify(done));
