/** Highlights code as long as there is room for the tags. The rest stays plain. */
import rehypeHighlight from "rehype-highlight";

type Node = {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  value?: string;
  children?: Node[];
};
type Run = (tree: unknown, file: unknown) => void;

/** The most highlighted characters of one text: the time may grow with their square. */
const CODE_MOST = 60_000;
/** The most characters of one line in a block that is highlighted. */
const LINE_MOST = 1000;
/** The length of `<span class="">` and `</span>`. */
const SPAN_BYTES = 22;

const highlight = rehypeHighlight({ detect: false }) as unknown as Run;

/** @returns the code blocks of a tree, each with its position */
export function codeBlocks(tree: unknown): { siblings: Node[]; at: number }[] {
  const found: { siblings: Node[]; at: number }[] = [];
  const left = [(tree as Node).children ?? []];
  for (let siblings = left.pop(); siblings; siblings = left.pop()) {
    for (const [at, { tagName, children = [] }] of siblings.entries()) {
      if (tagName === "pre" && children.some(({ tagName }) => tagName === "code")) {
        found.push({ siblings, at });
      } else left.push(children);
    }
  }
  return found;
}

/** Highlights a tree's blocks in place, while they fit. @param room bytes that all may add */
export function highlightCode(tree: unknown, room: number): void {
  let characters = CODE_MOST;
  // From the last block to the first, so that positions stay valid.
  for (const { siblings, at } of codeBlocks(tree).reverse()) {
    const plain = siblings[at] as Node;
    const code = textOf(plain);
    characters -= code.length;
    if (characters < 0) return;
    if (code.split("\n").some(({ length }) => length > LINE_MOST)) continue;
    const copy = structuredClone(plain);
    try {
      highlight({ type: "root", children: [copy] }, { message() {} });
    } catch {
      // A grammar that fails on some code is no reason to refuse the text.
      continue;
    }
    const added = markBytes(copy) - markBytes(plain);
    if (added > room) continue;
    room -= added;
    siblings[at] = copy;
  }
}

const textOf = ({ value = "", children = [] }: Node): string =>
  value + children.map(textOf).join("");

/** The bytes of the spans and classes. */
function markBytes({ tagName, properties, children = [] }: Node): number {
  const classes = properties?.className;
  const names = Array.isArray(classes) ? classes.join(" ").length : 0;
  const own = tagName === "span" ? SPAN_BYTES + names : tagName === "code" ? 9 + names : 0;
  return children.reduce((sum, child) => sum + markBytes(child), own);
}
