/**
 * Work that waits for its turn, and whose turn it is: lines are served one after the other, and
 * within a line the lines that it is made of. Whoever brings much waits for what they bring, and
 * nobody else does.
 */

type Line<T> = { size: number; items: T[]; lines: Map<string, Line<T>> };

const emptyLine = <T>(): Line<T> => ({ size: 0, items: [], lines: new Map() });

export type Turns<T> = {
  readonly size: number;
  /** How many wait in the line that these names lead to. */
  sizeOf(...path: string[]): number;
  add(item: T, ...path: string[]): void;
  next(): T | undefined;
  /** The length of the longest line, and a way to take away what came there last. */
  longest(): { size: number; dropLast(): T | undefined };
};

export function createTurns<T>(): Turns<T> {
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
  // To the end: the others come first now.
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
