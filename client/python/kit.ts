/** The files of the interpreter that belong to this build of the client. */
import type { Kit, KitFile } from "../languages/kit.ts";

export interface PythonKit extends Kit {
  wasm: KitFile;
  library: KitFile;
}

/** The build replaces it; see client/vite.config.ts. */
declare const PYTHON_KIT: Omit<PythonKit, "files">;

export const kit: PythonKit = { ...PYTHON_KIT, files: [PYTHON_KIT.library, PYTHON_KIT.wasm] };
