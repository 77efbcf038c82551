/** The built kits of the languages. The first use on a machine makes one, which takes some seconds. */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { cppKit, type KitFacts } from "../../server/cpp/build_files.ts";
import { cachedKit, factsIn, type KitFile } from "../../server/languages/kit_files.ts";
import { type PythonFacts, pythonKit } from "../../server/python/build_files.ts";

export const pythonFolder = () => cachedKit(pythonKit, {});
export const pythonFacts = async () => await factsIn<PythonFacts>(await pythonFolder());
export const cppFacts = async () => await factsIn<KitFacts>(await cachedKit(cppKit, {}));

/** The kit of C++ itself, for code that compiles where no client is built. */
export async function readCppKit() {
  const folder = await cachedKit(cppKit, {});
  const { version, llvm, sysroot } = await factsIn<KitFacts>(folder);
  const read = async ({ file }: KitFile) =>
    new Uint8Array(await promisify(gunzip)(await readFile(`${folder}/${file}.gz`)));
  return { version, llvm: await read(llvm), sysroot: await read(sysroot) };
}
