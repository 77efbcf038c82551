/**
 * Which `<` of a Markdown text begins HTML: only one of a short list of tags, whose names no C++
 * text uses. Everything else in angle brackets is text and is shown as it was written: `<iostream>`,
 * `vector<int>`, `<T>`, `<b>`. Attributes must have values, so `x <p and p> y` is text. A comment ends
 * in its line. `&lt;` stands for `<` only inside a block of HTML.
 */
import { autolink, characterReference, htmlFlow, htmlText } from "micromark-core-commonmark";
import type { Processor } from "unified";

const NAMES =
  "p|div|h[1-6]|hr|br|pre|code|blockquote|ul|ol|li|dl|dt|dd|em|strong|del|ins|sub|sup|" +
  "kbd|details|summary|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td";
/** These are text without an attribute. */
const WITH_ATTRIBUTES = "a|img|span";
const ATTRIBUTE = "\\s+[a-z_:][\\w.:-]*\\s*=\\s*(?:[^\\s\"'=<>`]+|\"[^\"]*\"|'[^']*')";
const TAG_OR_SIGN = new RegExp(
  `</(?:${NAMES}|a|span)\\s*>|<(?:${NAMES})(?:${ATTRIBUTE})*\\s*/?>|` +
    `<(?:${WITH_ATTRIBUTES})(?:${ATTRIBUTE})+\\s*/?>|<!--[^\\n<]*-->|<`,
  "gi",
);
/** The beginning of a tag, up to the first `>` or its line's end; or a comment. */
const TAG_BEGINS = new RegExp(
  `^<(?:/(?:${NAMES}|a|span)\\s*>?$|(?:${NAMES})\\s*/?>$|` +
    `(?:${NAMES}|${WITH_ATTRIBUTES})(?:\\s*$|\\s+[\\w.:-]+\\s*=)|!--[^<]*-->$)`,
  "i",
);
/** Links with an allowed scheme; `<std::string>` would be one, too. */
const LINK_BEGINS = /^<(?:https?:|mailto:|[^\s<>:@]+@)/i;
/** Enough characters to see which tag or link begins. */
const BEGINNING = 80;
const [LESS_THAN, GREATER_THAN] = [60, 62];

type Construct = typeof htmlText;

/** Reads on to the next `>` or the line's end, and compares. */
const begins = (pattern: RegExp): Construct => ({
  partial: true,
  tokenize(effects, ok, nok) {
    let text = "";
    return function read(code) {
      if (text === "") effects.enter("data");
      if (code !== null && code >= 0 && code !== GREATER_THAN && text.length < BEGINNING) {
        effects.consume(code);
        text += String.fromCodePoint(code);
        return read;
      }
      effects.exit("data");
      return pattern.test(code === GREATER_THAN ? `${text}>` : text) ? ok(code) : nok(code);
    };
  },
});

const only = (construct: Construct, pattern: RegExp): Construct => ({
  ...construct,
  name: `${construct.name}OfList`,
  tokenize(effects, ok, nok) {
    const read = construct.tokenize.call(this, effects, ok, nok);
    return effects.check(begins(pattern), read, nok);
  },
});

const extension = {
  disable: {
    null: [autolink, htmlFlow, htmlText, characterReference].map(({ name }) => name),
  },
  flow: { [LESS_THAN]: [only(htmlFlow, TAG_BEGINS)] },
  text: { [LESS_THAN]: [only(autolink, LINK_BEGINS), only(htmlText, TAG_BEGINS)] },
};

type Node = {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number } };
};

/** `__init__`, which Markdown would show in bold. */
const DUNDER = /^[a-z]\w*$/i;

export function remarkTags(this: Processor): (tree: Node, file: { value: unknown }) => void {
  const data = this.data() as { micromarkExtensions?: unknown[] };
  (data.micromarkExtensions ??= []).push(extension);
  return (tree, { value }) => {
    // As the parser does: its offsets begin after it.
    const source = String(value).replace(/^\uFEFF/, "");
    const stack = [tree];
    for (let node; (node = stack.pop());) {
      const { type, children = [], position } = node;
      const [name = ""] = children.map(({ value }) => value);
      if (type === "html") {
        // A block of HTML may have code in it, too.
        node.value = node.value?.replace(TAG_OR_SIGN, (tag) => tag === "<" ? "&lt;" : tag) ?? "";
      } else if (
        type === "strong" && source[position?.start.offset ?? -1] === "_" &&
        children.length === 1 &&
        DUNDER.test(name)
      ) {
        Object.assign(node, { type: "text", value: `__${name}__`, children: undefined });
      } else stack.push(...children);
    }
  };
}
