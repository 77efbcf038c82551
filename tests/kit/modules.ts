/** Modules that import several test files each. */

/** How many modules run at once: more than there are cores, for a test waits as long as it computes. */
export const JOBS = navigator.hardwareConcurrency + 4;
/** The least number of files that a module imports. */
const LEAST = 5;

/**
 * Writes the modules into the folder. Deno runs each module that it is given apart, and loads the
 * server for it anew: that takes two seconds of processor time. The first modules have the most files,
 * and the later ones fewer and fewer, so that no core is without work at the end. A file in a folder
 * below takes long, so it stays alone, and begins first. Few files stay as they are.
 */
export async function writeModules(files: string[], folder: string): Promise<string[]> {
  if (files.length <= JOBS) return files;
  const isAlone = (path: string) => !/^tests\/\w+_test\.ts$/.test(path);
  const groups = files.filter(isAlone).map((path) => [path]);
  const others = files.filter((path) => !isAlone(path));
  while (others.length > 0) {
    groups.push(others.splice(0, Math.max(LEAST, Math.ceil(others.length / JOBS / 1.5))));
  }
  return await Promise.all(groups.map(async (group, place) => {
    const names = group.map((path) => path.replace(/^.*\/|_test\.ts$/g, ""));
    const name = [...new Set([names[0], names.at(-1)])].join("_to_");
    const path = `${folder}/${String(place).padStart(2, "0")}_${name}_test.ts`;
    const imports = group.map((file) => `import "file://${Deno.cwd()}/${file}";\n`);
    await Deno.writeTextFile(path, imports.join(""));
    return path;
  }));
}
