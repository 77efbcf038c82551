/**
 * Chooses test files for `deno task test --changed`: those that differ from `main`, those named after
 * a changed feature, and those that import a changed file. The gate runs them all.
 */

/** @throws Error with git's message */
async function git(...args: string[]): Promise<string[]> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr).trim());
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
}

/** @param files all test files */
export async function changedTests(files: string[]): Promise<string[]> {
  const [base = "HEAD"] = await git("merge-base", "main", "HEAD");
  const changed = [
    ...await git("diff", "--name-only", base),
    ...await git("ls-files", "--others", "--exclude-standard"),
  ];
  // "server/doubts/policy.ts" is of the feature "doubt".
  const features = changed.flatMap((path) =>
    /^(?:server|client)\/(?!kit\/|live\/)([\w-]+?)s?\//.exec(path)?.[1] ?? []
  );
  const imported = changed.map((path) => `${path.split("/").slice(-2).join("/")}"`);
  return files.filter((file) => {
    const [name = "", text] = [file.split("/").at(-1), Deno.readTextFileSync(file)];
    return changed.includes(file) || features.some((feature) => name.includes(feature)) ||
      imported.some((path) => text.includes(`/${path}`));
  });
}
