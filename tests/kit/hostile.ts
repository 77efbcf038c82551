/**
 * Worst-case texts for the renderer: each takes much time or grows much, and can have any length.
 */

/** Repeats a unit up to this length. */
const again = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const repeats = (unit: string) => (length: number): string => again(unit, length);
/** Repeats the opening part, and then the closing part. */
const twoParts = (open: string, close: string, share = 0.5) => (length: number): string => {
  const first = again(open, Math.floor(length * share));
  return first + again(close, length - first.length);
};
/** Repeats the opening and the closing part equally often, with the middle between them. */
const pairs = (open: string, middle: string, close: string) => (length: number): string => {
  const times = Math.floor((length - middle.length) / (open.length + close.length));
  return open.repeat(times) + middle + close.repeat(times);
};
const numbered = (unit: (at: number) => string) => (length: number): string => {
  let text = "";
  for (let at = 0; text.length < length; at++) text += unit(at);
  return text.slice(0, length);
};
const table = (share: number, row: string) => (length: number): string => {
  const columns = Math.floor(length * share);
  const head = `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n`;
  return head + again(row, length - head.length);
};
const fenced = (language: string, unit: string) => (length: number): string =>
  `\`\`\`${language}\n${again(unit, length - language.length - 8)}\n\`\`\``;

export const HOSTILE = {
  "one long address, used often": (length) => {
    const address = `\n\n[a]: http://a/${again("&", length / 2)}`;
    return again("[a]-", length - address.length) + address;
  },
  "one long link title, used often": (length) => {
    const title = `\n\n[a]: b '${again('"', length / 2)}'`;
    return again("[a] ", length - title.length) + title;
  },
  "one long picture definition, used often": (length) => {
    const address = `\n\n[a]: http://a/${again("é", length / 2)}`;
    return again("![a]", length - address.length) + address;
  },
  "a table of many columns, its rows empty": table(0.15, "|\n"),
  "a table of fewer columns and more rows": table(0.08, "a\n"),
  "a table of one row": (length) =>
    `${"|a".repeat(length / 4)}|\n${"|-".repeat(length / 4)}|\n`.slice(0, length),
  "many small tables": repeats("|a|\n|-|\n"),
  "a table of one column": (length) => `|a|\n|-|\n${again("|b\n", length - 8)}`,
  "nested lists in one line": repeats("- "),
  "nested numbered lists in one line": repeats("1. "),
  "nested quotes": repeats(">"),
  "nested quotes and lists": repeats("> - "),
  "deep quotes in every line": numbered(() => `${"> ".repeat(50)}a\n`),
  "deep quotes with continuation lines": (length) => "> ".repeat(90) + again("a\n", length - 180),
  "a deep list with continuation lines": (length) => "- ".repeat(45) + again("a\n", length - 90),
  "lists of increasing depth": numbered((at) => `${"  ".repeat(at % 90)}- a\n`),
  "many quotes": repeats("> a\n\n"),
  "empty list items": repeats("-\n"),
  "boxes to tick": repeats("- [ ] a\n"),
  "nested emphasis": pairs("*a ", "b", " c*"),
  "emphasis that is never closed": repeats("*a "),
  "emphasis that is never opened": repeats("a* "),
  "emphasis of two kinds": repeats("*a_ "),
  "much emphasis": repeats("*a* "),
  "emphasis and strong": repeats("*a **a "),
  "strikethrough": repeats("~a~ "),
  "strikethrough that is never closed": repeats("~~a ~b "),
  "pictures in pictures": pairs("![", "a", "](b)"),
  "pictures in pictures, left open": repeats("![]("),
  "pictures nested in addresses of pictures": pairs("![](", "", ")"),
  "nested links": pairs("[", "a", "](b)"),
  "nested brackets": pairs("[", "a", "]"),
  "unclosed brackets": repeats("["),
  "unclosed link addresses": repeats("[a](<b"),
  "unclosed link titles": repeats("[a](b ("),
  "brackets and parentheses": repeats("[ (]("),
  "references without a definition": repeats("[a]["),
  "many link definitions": numbered((at) => `[${at}]: a\n`),
  "setext headings": repeats("a\n=\n"),
  "line breaks": repeats("a\\\n"),
  "one note, named often": (length) => `${again("[^a] ", length - 9)}\n\n[^a]: x`,
  "a footnote that refers to itself": (length) => `[^a]\n\n[^a]: ${again("[^a]", length - 12)}`,
  "many footnotes": numbered((at) => `[^${at}]\n\n[^${at}]: x\n\n`),
  "character references": repeats("&amp;"),
  "ampersands": repeats("&"),
  "less-than signs": repeats("<"),
  "quotation marks in an attribute": (length) => `<img alt="${again("'", length - 12)}">`,
  "addresses in plain text": repeats("http://a.b "),
  "mail addresses in plain text": repeats("a@b.c "),
  "a long name without a mail address": twoParts("a.", "@", 0.99),
  "unclosed comments": repeats("a <!-- "),
  "unclosed processing instructions": (length) => `a ${again("<?", length - 2)}`,
  "unclosed declarations": (length) => `a ${again("<!A ", length - 2)}`,
  "unclosed CDATA sections": (length) => `a ${again("<![CDATA[", length - 2)}`,
  "unclosed attributes": (length) => `a ${again('<a b="', length - 2)}`,
  "nested block elements": repeats("<div>"),
  "unclosed inline tags": repeats("<b><i>"),
  "inline tags in paragraphs": repeats("<p><b>"),
  "different inline tags, and paragraphs": (length) =>
    numbered((at) => `<b id=${at}>`)(length / 2) + again("<p>a", length / 2),
  "nested tables": repeats("<table><tr><td>"),
  "misplaced text in a table": (length) => `<table>${again("<b>x", length - 7)}`,
  "unclosed links, and paragraphs": repeats("<a href=b><p>"),
  "code spans of every length": numbered((at) => `${"`".repeat(at + 1)}a`),
  "many small pieces of code": repeats("```cpp\n1\n```\n"),
  "code of numbers": fenced("cpp", "1,"),
  "code of words": fenced("cpp", "a "),
  "code of unclosed calls": fenced("c", "a ("),
  "code of tags": fenced("xml", "<a b="),
  "code of selectors": fenced("css", "a "),
  "code of braces in strings": fenced("python", 'f"{'),
  "code of names and colons": fenced("ruby", "a :"),
} satisfies Record<string, (length: number) => string>;
