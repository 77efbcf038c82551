/** What a program holds in memory, without what only waits to be collected. */

export type Heap = {
  /** Megabytes of JavaScript's objects. */
  used: number;
  /** Of a page: elements and texts, those that hang nowhere included. */
  nodes: number;
  listeners: number;
};

type Send = (method: string) => Promise<unknown>;

/** @param send to V8's inspector, by the DevTools protocol */
export async function heapOf(send: Send, isPage = false): Promise<Heap> {
  // What only finalisers let go of is gone after the second time.
  for (let turn = 0; turn < 2; turn++) await send("HeapProfiler.collectGarbage");
  const { usedSize } = await send("Runtime.getHeapUsage") as { usedSize: number };
  const { nodes = 0, jsEventListeners = 0 } = isPage
    ? await send("Memory.getDOMCounters") as { nodes: number; jsEventListeners: number }
    : {};
  return { used: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
}

/** Asks a Deno that was started with `--inspect`. */
export async function heapOfProcess(inspector: string): Promise<Heap> {
  const [target] = await (await fetch(`http://${inspector}/json/list`)).json();
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise((open, fail) => {
    socket.onopen = open;
    socket.onerror = fail;
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(data);
    waiting.get(id)?.(result);
  };
  let last = 0;
  const send = (method: string) => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method }));
    return new Promise((answered) => waiting.set(id, answered));
  };
  try {
    return await heapOf(send);
  } finally {
    const closed = new Promise((done) => socket.onclose = done);
    socket.close();
    await closed;
  }
}
