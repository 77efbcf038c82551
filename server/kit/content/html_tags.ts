/**
 * Which `<` of a Markdown text begins HTML, and which is text: in a C++ class most are text.
 *
 * A `<` begins a tag only where all of this holds. Every other one is shown as it was written, in a
 * paragraph and in a block of HTML alike.
 *
 * 1. The tag is complete, as CommonMark writes one. Comments and doctypes are, too; declarations and
 *    instructions (`<?x?>`, `<!x>`) are text.
 * 2. Its name is an element of HTML: `<vector>`, `<T>`, `<typename T>` and `<std::string>` are text.
 *    Between `<svg>` and `</svg>`, and so for `math`, any name will do.
 * 3. It does not follow `#include`.
 * 4. An end tag has its start tag before it. A start tag has one of these:
 *    - an attribute with a value,
 *    - its end tag after it; of several start tags, those that touch no word take it first, so that
 *      in `vector<b> v; <b>bold</b>` the first is text,
 *    - a name that needs neither: `br`, `hr`, `wbr`; `p`, `div` and other names that are no words of
 *      code, and dangerous elements (`script`, …), where it does not touch a word, as in
 *      `vector<p>`; `li`, `td` and their like once their list or table has begun.
 *
 * So `<map>`, `<object>`, `<a>` and `<b>` alone are text, and `<b>bold</b>`, `<a href="…">` and
 * `H<sub>2</sub>O` are HTML. HTML is sanitised; text needs no sanitising.
 */
import { htmlTagNames } from "html-tag-names";
import { autolink, htmlFlow, htmlText } from "micromark-core-commonmark";
import type { Processor } from "unified";

const ELEMENTS = new Set(htmlTagNames);
const words = (list: string) => new Set(list.split(" "));
/** Elements without an end tag. */
const EMPTY = words(
  "area base basefont bgsound br col command embed frame hr image img input isindex keygen link " +
    "meta nextid param source spacer track wbr",
);
/** Those of them that mean something without an attribute. */
const ALONE = words("br hr wbr");
/** Elements whose end tag is optional, once one of these parents is open. */
const WITHIN: Record<string, string[]> = {
  li: ["ul", "ol"],
  dt: ["dl"],
  dd: ["dl"],
  rt: ["ruby"],
  rp: ["ruby"],
  ...Object.fromEntries(
    ["thead", "tbody", "tfoot", "tr", "td", "th"].map((name) => [name, ["table"]]),
  ),
};
/** Names that nobody uses for a type in code. */
const STRUCTURE = words("p div pre blockquote ul ol dl table h1 h2 h3 h4 h5 h6 em strong");
/** Without an end tag, these elements hide all that follows. */
const DANGEROUS = words(
  "script style iframe noscript noembed noframes xmp plaintext textarea svg math",
);

/** CommonMark's tag: name, attributes. It never reads past the next `<`, except inside quotes. */
const TAG = new RegExp(
  "<(/?)([a-z][a-z0-9-]*)" +
    "((?:\\s+[a-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s\"'=<>`]+|\"[^\"]*\"|'[^']*'))?)*)\\s*/?>",
  "iy",
);
const WITH_VALUE = /=/;
const DOCTYPE = /<!doctype[^<>]*>/iy;
/** Links in angle brackets with an allowed scheme; `<std::string>` looks like one too. */
const LINK = /<(?:(?:https?|ircs?|mailto|xmpp):|[^\s<>:@]+@)/iy;
const INCLUDE = /#[ \t]*include[ \t]*$/;
/** Enough characters to find an `#include`. */
const BEFORE = 40;

const found = (pattern: RegExp, source: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(source);
};

export type TagPositions = {
  /** Positions at which a `<` begins a tag or a comment. */
  tags: ReadonlySet<number>;
  /** Positions at which a `<` begins a link. */
  links: ReadonlySet<number>;
};

/** Start tags that wait for their end tag, by whether they touch a word. */
type Open = { apart: number[]; touching: number[] };

/** Looks at each `<` once, so the work is linear in the text's length. */
export function tagPositions(source: string): TagPositions {
  const tags = new Set<number>();
  const links = new Set<number>();
  const open = new Map<string, Open>();
  const lastEnd: Record<string, number> = {};
  let foreign: string | null = null;
  let noMoreComments = false;
  let from = 0;
  for (let at; (at = source.indexOf("<", from)) >= 0;) {
    from = at + 1;
    if (source.startsWith("<!", at)) {
      const isComment: boolean = source.startsWith("<!--", at);
      const end: number = isComment && !noMoreComments ? source.indexOf("-->", at + 2) : -1;
      noMoreComments ||= isComment && end < 0;
      if (end >= 0) from = end + 3;
      if (end >= 0 || found(DOCTYPE, source, at)) tags.add(at);
      continue;
    }
    if (found(LINK, source, at)) links.add(at);
    const tag = found(TAG, source, at);
    if (!tag) continue;
    const [whole, slash, written = "", attributes = ""] = tag;
    const name = written.toLowerCase();
    if (foreign !== null) {
      tags.add(at);
      from = at + whole.length;
      if (slash && name === foreign) foreign = null;
      continue;
    }
    if (!ELEMENTS.has(name) || INCLUDE.test(source.slice(Math.max(0, at - BEFORE), at))) continue;
    from = at + whole.length;
    const waiting = open.get(name) ?? { apart: [], touching: [] };
    if (slash) {
      const start = waiting.apart.pop() ?? waiting.touching.pop();
      if (start !== undefined) tags.add(start).add(at);
      continue;
    }
    const isTouching = /\w/.test(source[at - 1] ?? "");
    const hasValue = WITH_VALUE.test(attributes);
    if (EMPTY.has(name)) {
      if (hasValue || ALONE.has(name)) tags.add(at);
      continue;
    }
    open.set(name, waiting);
    (isTouching ? waiting.touching : waiting.apart).push(at);
    if (hasValue || mayStayOpen(name, isTouching, open)) tags.add(at);
    if (name === "svg" || name === "math") {
      lastEnd[name] ??= lastOf(source, new RegExp(`</${name}`, "gi"));
      if (lastEnd[name] > at) foreign = name;
      if (foreign) tags.add(at);
    }
  }
  return { tags, links };
}

const lastOf = (source: string, pattern: RegExp): number =>
  Array.from(source.matchAll(pattern), ({ index }) => index).at(-1) ?? -1;

function mayStayOpen(name: string, isTouching: boolean, open: Map<string, Open>): boolean {
  if (STRUCTURE.has(name) || DANGEROUS.has(name)) return !isTouching;
  return WITHIN[name]?.some((around) => open.has(around)) ?? false;
}

type Node = {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
};
type Construct = typeof htmlText;

/** Makes remark treat only these positions as HTML and as links. */
export function remarkTags(this: Processor): (tree: Node) => void {
  let source = "";
  let marks = tagPositions(source);
  const only = (construct: Construct, isMeant: (at: number) => boolean): Construct => ({
    ...construct,
    name: `${construct.name}IfMeant`,
    tokenize(effects, ok, nok) {
      const begin = construct.tokenize.call(this, effects, ok, nok);
      return isMeant(this.now().offset) ? begin : nok;
    },
  });
  const isTag = (at: number) => marks.tags.has(at);
  const isLink = (at: number) => marks.links.has(at);
  const LESS_THAN = 60;
  const data = this.data() as { micromarkExtensions?: unknown[] };
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({
    disable: { null: [autolink.name, htmlFlow.name, htmlText.name] },
    flow: { [LESS_THAN]: [only(htmlFlow, isTag)] },
    text: { [LESS_THAN]: [only(autolink, isLink), only(htmlText, isTag)] },
  });
  const parse = this.parser as (document: string, file: unknown) => unknown;
  this.parser = ((document: string, file: unknown) => {
    // As the parser does: its offsets begin after it.
    source = document.replace(/^\uFEFF/, "");
    marks = tagPositions(source);
    return parse(source, file);
  }) as typeof this.parser;
  return (tree) => {
    const left = [tree];
    for (let node; (node = left.pop());) {
      if (node.type === "html") node.value = withoutText(node, source, marks);
      for (const child of node.children ?? []) left.push(child);
    }
  };
}

/**
 * A piece of HTML in which each `<` that is text is escaped. The piece is the source without the
 * prefixes of its lines in lists and quotes; no `<` is in such a prefix.
 */
function withoutText({ value = "", position }: Node, source: string, marks: TagPositions): string {
  const written = source.slice(position?.start.offset, position?.end.offset);
  const places = Array.from(written.matchAll(/</g), ({ index }) => index);
  const isSame = value.split("<").length === places.length + 1;
  const tags = isSame ? marks.tags : tagPositions(value).tags;
  const offset = isSame ? position?.start.offset ?? 0 : 0;
  let nth = 0;
  return value.replace(/</g, (sign, at: number) => {
    const place = isSame ? places[nth++] ?? 0 : at;
    return tags.has(offset + place) ? sign : "&lt;";
  });
}
