/** The files of the compiler that belong to this build of the client. */

export interface KitFile {
  url: string;
  bytes: number;
  sha256: string;
  /** Its bytes over the wire, compressed. */
  download: number;
  /** Of a large file: `size` bytes of it are one part; `lengths` are those of the compressed parts. */
  parts?: { size: number; lengths: readonly number[] };
}

export interface Kit {
  /** The hash of its files. */
  version: string;
  llvm: KitFile;
  sysroot: KitFile;
}

/** The build replaces it; see client/vite.config.ts. */
declare const CPP_KIT: Kit;

export const kit: Kit = CPP_KIT;
