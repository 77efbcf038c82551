/** The files of the compiler that belong to this build of the client. */
import type { Kit, KitFile } from "../languages/kit.ts";

export interface CppKit extends Kit {
  llvm: KitFile;
  sysroot: KitFile;
}

/** The build replaces it; see client/vite.config.ts. */
declare const CPP_KIT: Omit<CppKit, "files">;

export const kit: CppKit = { ...CPP_KIT, files: [CPP_KIT.sysroot, CPP_KIT.llvm] };
