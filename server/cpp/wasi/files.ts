/** The calls of WASI that work on open files and on paths. */
import { Dir, ENTRY_COST, File, locate, type PathEntry, type PathFault } from "../files.ts";
import { type Call, E, type Host, type Open, typeOf } from "./host.ts";

const FAULTS: Record<PathFault, number> = {
  "missing": E.NOENT,
  "not a folder": E.NOTDIR,
  "outside": E.PERM,
  "too long": E.NAMETOOLONG,
};

/** Calls `use` with each part of a list of buffers in the program's memory, until it returns false. */
function eachBuffer(
  { view }: Host,
  { list, count }: { list: number; count: number },
  use: (at: number, length: number) => boolean,
): void {
  for (let i = 0; i < count; i++) {
    const at = view.getUint32(list + i * 8, true);
    if (!use(at, view.getUint32(list + i * 8 + 4, true))) return;
  }
}

type Buffers = { list: number; count: number };

/** Returns how many bytes were read. */
function readFile(host: Host, { file, at, buffers }: { file: File; at: number; buffers: Buffers }) {
  let done = 0;
  eachBuffer(host, buffers, (to, length) => {
    const from = Math.min(at + done, file.size);
    const part = file.data.subarray(from, Math.min(from + length, file.size));
    host.bytes.set(part, to);
    done += part.length;
    return part.length === length;
  });
  return done;
}

/** Returns how many bytes were written. */
function writeFile(
  host: Host,
  { file, at, buffers }: { file: File; at: number; buffers: Buffers },
) {
  let done = 0;
  eachBuffer(host, buffers, (from, length) => {
    const part = host.bytes.subarray(from, from + length);
    const end = at + done + part.length;
    if (end > file.size) {
      host.spend(end - file.size);
      file.resize(end);
    }
    file.data.set(part, at + done);
    done += part.length;
    return true;
  });
  return done;
}

function readInput(host: Host, buffers: Buffers): number {
  let done = 0;
  eachBuffer(host, buffers, (to, length) => {
    if (length === 0) return true;
    const part = host.options.stdin(length);
    if (part === null) return false;
    host.bytes.set(part.subarray(0, length), to);
    done = part.length;
    return false;
  });
  return done;
}

function writeOutput(host: Host, stream: "stdout" | "stderr", buffers: Buffers): number {
  let done = 0;
  eachBuffer(host, buffers, (at, length) => {
    if (length > 0) host.options[stream](host.bytes.slice(at, at + length));
    done += length;
    return true;
  });
  return done;
}

/** A call on an open file: the others of its parameters follow. */
type OnOpen = (use: (open: Open, ...rest: never[]) => number | void) => Call;

export function descriptorCalls(host: Host): Record<string, Call> {
  const on: OnOpen = (use) => (descriptor: number, ...rest: never[]) => {
    const open = host.opened[descriptor];
    return open ? use(open, ...rest) : E.BADF;
  };
  return {
    ...streamCalls(host, on),
    ...rootCalls(host),
    fd_fdstat_get: on((open, at: number) => host.writeDescriptorStat(open, at)),
    fd_fdstat_set_flags: on((open, flags: number) => {
      open.isAppending = (flags & 1) !== 0;
    }),
    fd_filestat_get: on(({ node }, at: number) => host.writeStat(node, at)),
    fd_filestat_set_size(descriptor: number, wanted: bigint) {
      const file = host.file(descriptor);
      if (!file) return E.BADF;
      if (file.isReadonly) return E.PERM;
      if (wanted < 0n) return E.INVAL;
      host.spend(Number(wanted) - file.size);
      file.resize(Number(wanted));
    },
    fd_filestat_set_times() {},
    fd_advise() {},
    fd_datasync() {},
    fd_sync() {},
    fd_close(descriptor: number) {
      if (!host.opened[descriptor]) return E.BADF;
      host.opened[descriptor] = undefined;
    },
    fd_renumber(from: number, to: number) {
      if (!host.opened[from] || !host.opened[to]) return E.BADF;
      host.opened[to] = host.opened[from];
      if (from !== to) host.opened[from] = undefined;
    },
    fd_readdir(descriptor: number, buffer: number, length: number, cookie: bigint, at: number) {
      const dir = host.dir(descriptor);
      if (!dir) return E.BADF;
      host.tell(at, listFolder(host, dir, { buffer, length, from: Number(cookie) }));
    },
  };
}

/** Returns how many bytes of the list fit; the last entry may be cut, which WASI allows. */
function listFolder(
  host: Host,
  dir: Dir,
  { buffer, length, from }: { buffer: number; length: number; from: number },
): number {
  let used = 0;
  for (const [index, [name, node]] of [...dir.entries].entries()) {
    if (index < from) continue;
    if (used >= length) break;
    const encoded = host.encode(name);
    const entry = new Uint8Array(24 + encoded.length);
    const view = new DataView(entry.buffer);
    view.setBigUint64(0, BigInt(index + 1), true);
    view.setBigUint64(8, host.idOf(node), true);
    view.setUint32(16, encoded.length, true);
    view.setUint8(20, typeOf(node));
    entry.set(encoded, 24);
    const part = entry.subarray(0, length - used);
    host.bytes.set(part, buffer + used);
    used += part.length;
  }
  return used;
}

/** By these, a program learns that the folder it finds open is called "/". */
function rootCalls(host: Host): Record<string, Call> {
  const isRoot = (descriptor: number) => host.dir(descriptor) === host.options.root;
  return {
    fd_prestat_get(descriptor: number, at: number) {
      if (!isRoot(descriptor)) return E.BADF;
      host.view.setUint8(at, 0);
      host.tell(at + 4, "/".length);
    },
    fd_prestat_dir_name(descriptor: number, at: number, length: number) {
      if (!isRoot(descriptor)) return E.BADF;
      host.bytes.set(host.encode("/").subarray(0, length), at);
    },
  };
}

function streamCalls(host: Host, on: OnOpen): Record<string, Call> {
  return {
    fd_seek: on((open, offset: bigint, whence: number, result: number) => {
      if (!(open.node instanceof File)) return E.SPIPE;
      const base = [0, open.at, open.node.size][whence];
      if (base === undefined || base + Number(offset) < 0) return E.INVAL;
      open.at = base + Number(offset);
      host.view.setBigUint64(result, BigInt(open.at), true);
    }),
    fd_tell: on(({ at }, result: number) => host.view.setBigUint64(result, BigInt(at), true)),
    fd_read: on((open, list: number, count: number, result: number) => {
      const { node } = open;
      if (node instanceof Dir) return E.ISDIR;
      if (node === "stdout" || node === "stderr") return E.BADF;
      const done = node === "stdin"
        ? readInput(host, { list, count })
        : readFile(host, { file: node, at: open.at, buffers: { list, count } });
      open.at += done;
      host.tell(result, done);
    }),
    fd_pread(descriptor: number, list: number, count: number, offset: bigint, result: number) {
      const file = host.file(descriptor);
      if (!file) return host.dir(descriptor) ? E.ISDIR : E.BADF;
      const done = readFile(host, { file, at: Number(offset), buffers: { list, count } });
      host.tell(result, done);
    },
    fd_write: on((open, list: number, count: number, result: number) => {
      const { node } = open;
      if (node instanceof Dir) return E.ISDIR;
      if (node === "stdin" || (node instanceof File && node.isReadonly)) return E.BADF;
      if (node instanceof File && open.isAppending) open.at = node.size;
      const done = node instanceof File
        ? writeFile(host, { file: node, at: open.at, buffers: { list, count } })
        : writeOutput(host, node, { list, count });
      open.at += done;
      host.tell(result, done);
    }),
    fd_pwrite(descriptor: number, list: number, count: number, offset: bigint, result: number) {
      const file = host.file(descriptor);
      if (!file || file.isReadonly) return E.BADF;
      if (offset < 0n) return E.INVAL;
      const done = writeFile(host, { file, at: Number(offset), buffers: { list, count } });
      host.tell(result, done);
    },
  };
}

export function pathCalls(host: Host): Record<string, Call> {
  /** Runs a call on the place that a path names below an open folder. */
  const at: At = ({ descriptor, path, length }, use) => {
    const dir = host.dir(descriptor);
    if (!dir) return E.BADF;
    const found = locate(dir, host.text(path, length));
    return typeof found === "string" ? FAULTS[found] : use(found);
  };
  const onPath =
    (use: (place: PathEntry) => number | void): Call =>
    (descriptor: number, path: number, length: number) => at({ descriptor, path, length }, use);
  const remove = ({ parent, name, node }: PathEntry) => {
    parent.entries.delete(name);
    host.spend(-ENTRY_COST - (node instanceof File ? node.size : 0));
  };
  return {
    path_open: openCall(host, at),
    path_filestat_set_times() {},
    path_filestat_get: (
      descriptor: number,
      _flags: number,
      path: number,
      length: number,
      result: number,
    ) =>
      at({ descriptor, path, length }, ({ node }) => {
        if (!node) return E.NOENT;
        host.writeStat(node, result);
      }),
    path_create_directory: onPath(({ parent, name, node }) => {
      if (node) return E.EXIST;
      host.spend(ENTRY_COST);
      parent.entries.set(name, new Dir());
    }),
    path_remove_directory: onPath((place) => {
      const { node, name } = place;
      if (!node) return E.NOENT;
      if (!(node instanceof Dir)) return E.NOTDIR;
      if (name === ".") return E.INVAL;
      return node.entries.size > 0 ? E.NOTEMPTY : remove(place);
    }),
    path_unlink_file: onPath((place) => {
      if (!place.node) return E.NOENT;
      return place.node instanceof Dir ? E.ISDIR : remove(place);
    }),
    path_rename: (
      descriptor: number,
      path: number,
      length: number,
      toDescriptor: number,
      toPath: number,
      toLength: number,
    ) =>
      at({ descriptor, path, length }, (source) =>
        at(
          { descriptor: toDescriptor, path: toPath, length: toLength },
          (target) => rename(source, target, remove),
        )),
  };
}

function rename(
  source: PathEntry,
  target: PathEntry,
  remove: (place: PathEntry) => void,
): number | void {
  if (!source.node) return E.NOENT;
  if (source.node === target.node) return E.OK;
  if (source.name === "." || target.name === ".") return E.INVAL;
  if (source.node instanceof Dir && holds(source.node, target.parent)) return E.INVAL;
  if (target.node instanceof Dir) {
    if (!(source.node instanceof Dir)) return E.ISDIR;
    if (target.node.entries.size > 0) return E.NOTEMPTY;
  } else if (target.node && source.node instanceof Dir) return E.NOTDIR;
  if (target.node) remove(target);
  source.parent.entries.delete(source.name);
  target.parent.entries.set(target.name, source.node);
}

const holds = (dir: Dir, wanted: Dir): boolean =>
  dir === wanted ||
  [...dir.entries.values()].some((node) => node instanceof Dir && holds(node, wanted));

type At = (
  path: { descriptor: number; path: number; length: number },
  use: (place: PathEntry) => number | void,
) => number | void;

const OPEN = { create: 1, folder: 2, exclusive: 4, truncate: 8 };

function openCall(host: Host, at: At): Call {
  return (
    descriptor: number,
    _lookup: number,
    path: number,
    length: number,
    how: number,
    _rights: bigint,
    _inherited: bigint,
    flags: number,
    result: number,
  ) =>
    at({ descriptor, path, length }, ({ parent, name, node }) => {
      if (node === undefined) {
        if ((how & OPEN.create) === 0) return E.NOENT;
        host.spend(ENTRY_COST);
        node = new File();
        parent.entries.set(name, node);
      } else if ((how & OPEN.exclusive) !== 0) return E.EXIST;
      if ((how & OPEN.folder) !== 0 && !(node instanceof Dir)) return E.NOTDIR;
      if ((how & OPEN.truncate) !== 0 && node instanceof File) {
        if (node.isReadonly) return E.PERM;
        host.spend(-node.size);
        node.data = new Uint8Array(0);
        node.size = 0;
      }
      const opened = host.open({ node, at: 0, isAppending: (flags & 1) !== 0 });
      if (opened === undefined) return E.MFILE;
      host.tell(result, opened);
    });
}
