/** Modules that import several test files each. */

/** How many files a module imports: more would leave cores without work at the end. */
const FILES = 8;

/**
 * Writes the modules into the folder. Deno runs each module that it is given apart, and loads the
 * server for it anew: that takes a third of the processor time of all tests through HTTP. A file that
 * starts programs mostly waits for them, so it stays alone, and begins first. Few files stay as they
 * are.
 */
export async function writeModules(files: string[], folder: string): Promise<string[]> {
  if (files.length <= FILES) return files;
  const isAlone = (path: string) => !/^tests\/\w+_test\.ts$/.test(path);
  const groups = files.filter(isAlone).map((path) => [path]);
  const others = files.filter((path) => !isAlone(path));
  while (others.length > 0) groups.push(others.splice(0, FILES));
  return await Promise.all(groups.map(async (group, place) => {
    const names = group.map((path) => path.replace(/^.*\/|_test\.ts$/g, ""));
    const name = [...new Set([names[0], names.at(-1)])].join("_to_");
    const path = `${folder}/${String(place).padStart(2, "0")}_${name}_test.ts`;
    const imports = group.map((file) => `import "file://${Deno.cwd()}/${file}";\n`);
    await Deno.writeTextFile(path, imports.join(""));
    return path;
  }));
}
