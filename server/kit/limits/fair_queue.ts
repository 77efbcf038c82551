/**
 * A fair queue: waiting jobs are served round-robin over lines, and each line round-robin over its
 * own lines. A person with many jobs waits for their own jobs and delays nobody else.
 */

type Line<T> = { size: number; items: T[]; lines: Map<string, Line<T>> };

const emptyLine = <T>(): Line<T> => ({ size: 0, items: [], lines: new Map() });

export type FairQueue<T> = {
  readonly size: number;
  /** How many jobs wait in the line at this path. */
  sizeOf(...path: string[]): number;
  add(item: T, ...path: string[]): void;
  next(): T | undefined;
  /** The size of the longest line, and a function that removes its newest job. */
  longest(): { size: number; dropLast(): T | undefined };
};

export function createFairQueue<T>(): FairQueue<T> {
  const root = emptyLine<T>();
  return {
    get size() {
      return root.size;
    },
    sizeOf(...path) {
      let line: Line<T> | undefined = root;
      for (const name of path) line = line?.lines.get(name);
      return line?.size ?? 0;
    },
    add(item, ...path) {
      let line = root;
      line.size += 1;
      for (const name of path) {
        const below = line.lines.get(name) ?? emptyLine<T>();
        line.lines.set(name, below);
        line = below;
        line.size += 1;
      }
      line.items.push(item);
    },
    next: () => takeNext(root),
    longest() {
      const line = longestIn(root)?.[1];
      return { size: line?.size ?? 0, dropLast: () => takeLast(root) };
    },
  };
}

function takeNext<T>(line: Line<T>): T | undefined {
  if (line.size === 0) return undefined;
  line.size -= 1;
  if (line.items.length > 0) return line.items.shift();
  const [first] = line.lines;
  if (!first) return undefined;
  const [name, below] = first;
  const taken = takeNext(below);
  // Move this line to the end, so that the others are next.
  line.lines.delete(name);
  if (below.size > 0) line.lines.set(name, below);
  return taken;
}

function longestIn<T>(line: Line<T>): [string, Line<T>] | undefined {
  let longest: [string, Line<T>] | undefined;
  for (const one of line.lines) {
    if (one[1].size > (longest?.[1].size ?? 0)) longest = one;
  }
  return longest;
}

function takeLast<T>(line: Line<T>): T | undefined {
  if (line.size === 0) return undefined;
  line.size -= 1;
  if (line.items.length > 0) return line.items.pop();
  const longest = longestIn(line);
  if (!longest) return undefined;
  const [name, below] = longest;
  const taken = takeLast(below);
  if (below.size === 0) line.lines.delete(name);
  return taken;
}
