/** A disk in memory: the folders and files that a program can reach. */

export type Node = Dir | File;

/** A folder's entry costs as much as this many bytes of a file. */
export const ENTRY_COST = 256;
const NAME_MOST = 255;
/** A large file grows by so many bytes at once, so that little memory is unused. */
const GROWTH_MOST = 32 * 1024 * 1024;

export class File {
  /** Only the first `size` bytes of `data` count, so that a growing file is seldom copied. */
  size: number;

  constructor(public data: Uint8Array = new Uint8Array(0), readonly isReadonly = false) {
    this.size = data.length;
  }

  bytes(): Uint8Array {
    return this.data.subarray(0, this.size);
  }

  /** Returns a copy that nothing else shares. */
  copy(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.bytes());
  }

  resize(size: number): void {
    if (size > this.data.length) {
      const more = Math.min(this.data.length * 2, this.data.length + GROWTH_MOST);
      const grown = new Uint8Array(Math.max(size, more, 4096));
      grown.set(this.bytes());
      this.data = grown;
    } else if (size > this.size) this.data.fill(0, this.size, size);
    this.size = size;
  }
}

export class Dir {
  constructor(readonly entries: Map<string, Node> = new Map()) {}

  /** Returns a copy: its own entries can change, and the original does not. */
  overlay(): Dir {
    return new Dir(new Map(this.entries));
  }

  find(path: string): Node | undefined {
    return partsOf(path).reduce<Node | undefined>(
      (at, part) => at instanceof Dir ? at.entries.get(part) : undefined,
      this,
    );
  }

  /** Returns the file's bytes, or undefined where there is no such file. */
  read(path: string): Uint8Array<ArrayBuffer> | undefined {
    const found = this.find(path);
    return found instanceof File ? found.copy() : undefined;
  }

  /** Writes a file, and makes the folders above it. */
  write(path: string, content: Uint8Array | string, isReadonly = false): void {
    const parts = partsOf(path);
    const name = parts.pop() ?? "";
    const folder = parts.reduce<Dir>((at, part) => at.#folder(part), this);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    folder.entries.set(name, new File(bytes, isReadonly));
  }

  /** Returns the folder with this name, and makes it where it is missing. */
  #folder(name: string): Dir {
    const next = this.entries.get(name) ?? new Dir();
    if (!(next instanceof Dir)) throw new Error(`${name} is not a folder.`);
    this.entries.set(name, next);
    return next;
  }
}

const partsOf = (path: string) => path.split("/").filter((part) => part !== "" && part !== ".");

export type PathEntry = { parent: Dir; name: string; node: Node | undefined };
export type PathFault = "missing" | "not a folder" | "outside" | "too long";

/** The folder that holds the last part of a path, and what it names. None leads out of `base`. */
export function locate(base: Dir, path: string): PathEntry | PathFault {
  const parts: string[] = [];
  for (const part of partsOf(path)) {
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return "outside";
  }
  const name = parts.pop();
  if (name === undefined) return { parent: base, name: ".", node: base };
  let parent = base;
  for (const part of parts) {
    const next = parent.entries.get(part);
    if (next === undefined) return "missing";
    if (!(next instanceof Dir)) return "not a folder";
    parent = next;
  }
  if (new TextEncoder().encode(name).length > NAME_MOST) return "too long";
  return { parent, name, node: parent.entries.get(name) };
}
