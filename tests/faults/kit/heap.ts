/** Measures the memory of a page or a server after a garbage collection. */

export type Heap = {
  /** Megabytes of JavaScript objects. */
  used: number;
  /** DOM nodes of a page, including detached ones. */
  nodes: number;
  listeners: number;
};

type Send = (method: string) => Promise<unknown>;

/**
 * Collects garbage and returns the memory in use.
 * @param send sends a DevTools command to V8's inspector
 */
export async function heapOf(send: Send, isPage = false): Promise<Heap> {
  // Objects held only by finalisers are freed by the second collection.
  for (let turn = 0; turn < 2; turn++) await send("HeapProfiler.collectGarbage");
  const { usedSize } = await send("Runtime.getHeapUsage") as { usedSize: number };
  const { nodes = 0, jsEventListeners = 0 } = isPage
    ? await send("Memory.getDOMCounters") as { nodes: number; jsEventListeners: number }
    : {};
  return { used: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
}

/** Measures a Deno process that was started with `--inspect`. */
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
