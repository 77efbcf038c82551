/**
 * WASI preview 1 for one run of a program: files in memory, standard streams, a clock, and numbers
 * that look random. It gives no network and nothing of the machine. The compiler, the linker and
 * the student's program all run on it.
 */
import { descriptorCalls, pathCalls } from "./files.ts";
import { type Call, E, Host, type WasiOptions } from "./host.ts";

const REAL_TIME = 0;

/** The imports of one program. `attach` must be called before the program starts. */
export function wasi(options: WasiOptions) {
  const host = new Host(options);
  const calls: Record<string, Call> = {
    ...environmentCalls(host),
    ...clockCalls(host),
    ...descriptorCalls(host),
    ...pathCalls(host),
    ...refusedCalls,
  };
  const imports: Record<string, Call> = {};
  for (const [name, call] of Object.entries(calls)) {
    imports[name] = (...args: never[]) => {
      host.refresh();
      try {
        return call(...args) ?? E.OK;
      } catch (error) {
        // The program named an address outside its memory.
        if (error instanceof RangeError && !/call stack/.test(error.message)) return E.FAULT;
        throw error;
      }
    };
  }
  return {
    imports,
    attach: (instance: WebAssembly.Instance) =>
      host.attach(instance.exports.memory as WebAssembly.Memory),
  };
}

const notSupported = () => E.NOTSUP;
/** Calls that the toolchain's library may import, and that have nothing to work on here. */
const refusedCalls: Record<string, Call> = {
  fd_allocate: notSupported,
  path_link: notSupported,
  path_symlink: notSupported,
  path_readlink: () => E.INVAL,
  proc_raise: notSupported,
  sock_accept: notSupported,
  sock_recv: notSupported,
  sock_send: notSupported,
  sock_shutdown: notSupported,
  sched_yield() {},
};

function environmentCalls(host: Host): Record<string, Call> {
  const args = host.options.args.map((arg) => host.encode(`${arg}\0`));
  return {
    args_sizes_get(count: number, size: number) {
      host.tell(count, args.length);
      host.tell(size, args.reduce((sum, arg) => sum + arg.length, 0));
    },
    args_get(list: number, buffer: number) {
      for (const [index, arg] of args.entries()) {
        host.tell(list + index * 4, buffer);
        host.bytes.set(arg, buffer);
        buffer += arg.length;
      }
    },
    environ_sizes_get(count: number, size: number) {
      host.tell(count, 0);
      host.tell(size, 0);
    },
    environ_get() {},
    proc_exit: (code: number) => host.options.onExit(code),
  };
}

/** A sleep ends at once and moves the program's clocks, since nothing here is worth waiting for. */
function clockCalls(host: Host): Record<string, Call> {
  let slept = 0n;
  // The same program gets the same numbers each time, in every browser and on the server.
  let random = 2463534242;
  const now = (clock: number) => {
    const ms = clock === REAL_TIME ? performance.timeOrigin + performance.now() : performance.now();
    return BigInt(Math.round(ms * 1000)) * 1000n + slept;
  };
  return {
    clock_res_get(_clock: number, at: number) {
      host.view.setBigUint64(at, 1000n, true);
    },
    clock_time_get(clock: number, _precision: bigint, at: number) {
      host.view.setBigUint64(at, now(clock), true);
    },
    random_get(at: number, length: number) {
      for (const end = Math.min(at + length, host.bytes.length); at < end; at++) {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        host.bytes[at] = random;
      }
    },
    poll_oneoff(input: number, output: number, count: number, done: number) {
      for (let i = 0; i < count; i++) {
        const [from, to] = [input + i * 48, output + i * 32];
        const kind = host.view.getUint8(from + 8);
        const isUntil = (host.view.getUint16(from + 40, true) & 1) !== 0;
        if (kind === 0 && !isUntil) slept += host.view.getBigUint64(from + 24, true);
        host.view.setBigUint64(to, host.view.getBigUint64(from, true), true);
        host.view.setUint16(to + 8, E.OK, true);
        host.view.setUint8(to + 10, kind);
      }
      host.tell(done, count);
    },
  };
}
