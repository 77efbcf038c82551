/** Many files in one: the length of the index, the index as JSON, then the files' bytes. */

/** Path → content. */
export type PackedFiles = Map<string, Uint8Array>;

/** The same files give the same bytes. */
export function pack(files: PackedFiles): Uint8Array<ArrayBuffer> {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const index = sorted.map(([name, bytes]) => [name, bytes.length]);
  const head = new TextEncoder().encode(JSON.stringify(index));
  const total = sorted.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  const packed = new Uint8Array(4 + head.length + total);
  new DataView(packed.buffer).setUint32(0, head.length, true);
  packed.set(head, 4);
  let at = 4 + head.length;
  for (const [, bytes] of sorted) {
    packed.set(bytes, at);
    at += bytes.length;
  }
  return packed;
}

/** The files share the memory of `bytes`. */
export function unpack(bytes: Uint8Array): PackedFiles {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = new TextDecoder().decode(bytes.subarray(4, 4 + length));
  const files: PackedFiles = new Map();
  let at = 4 + length;
  for (const [name, size] of JSON.parse(head) as [string, number][]) {
    files.set(name, bytes.subarray(at, at + size));
    at += size;
  }
  return files;
}
