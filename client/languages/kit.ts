/** The files of a compiler or an interpreter that belong to this build of the client. */

export interface KitFile {
  url: string;
  bytes: number;
  sha256: string;
  /** Its bytes over the wire, compressed. */
  download: number;
  /** Of a large file: `size` bytes of it are one part; `lengths` are those in the file `url`.gz. */
  parts?: { size: number; lengths: readonly number[] };
}

export interface Kit {
  /** The folder of its files. */
  name: string;
  /** The hash of its files. */
  version: string;
  files: readonly KitFile[];
}

export interface Progress {
  loaded: number;
  total: number;
  /** A sentence for the student, if the download broke off. */
  note?: string;
}
