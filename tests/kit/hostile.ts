/** Texts that are meant to take long, or to grow: each construct at its worst, as long as one likes. */

/** A unit again and again. */
const again = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const repeats = (unit: string) => (length: number): string => again(unit, length);
/** Once what opens, once what closes. */
const twoParts = (open: string, close: string, share = 0.5) => (length: number): string => {
  const first = again(open, Math.floor(length * share));
  return first + again(close, length - first.length);
};
/** So many of one as there are of the other. */
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

export const HOSTILE: Record<string, (length: number) => string> = {
  "one long address, used often": (length) => {
    const address = `\n\n[a]: http://a/${again("&", length / 2)}`;
    return again("[a]-", length - address.length) + address;
  },
  "one long title, used often": (length) => {
    const title = `\n\n[a]: b '${again('"', length / 2)}'`;
    return again("[a] ", length - title.length) + title;
  },
  "one long address of pictures": (length) => {
    const address = `\n\n[a]: http://a/${again("é", length / 2)}`;
    return again("![a]", length - address.length) + address;
  },
  "a table of many columns, its rows empty": table(0.15, "|\n"),
  "a table of fewer columns and more rows": table(0.08, "a\n"),
  "a table of one row": (length) =>
    `${"|a".repeat(length / 4)}|\n${"|-".repeat(length / 4)}|\n`.slice(0, length),
  "many small tables": repeats("|a|\n|-|\n"),
  "a table of one column": (length) => `|a|\n|-|\n${again("|b\n", length - 8)}`,
  "lists in lists in one line": repeats("- "),
  "numbered lists in one line": repeats("1. "),
  "quotes in quotes": repeats(">"),
  "quotes and lists in each other": repeats("> - "),
  "deep quotes in every line": numbered(() => `${"> ".repeat(50)}a\n`),
  "deep quotes, and lines that belong to them": (length) =>
    "> ".repeat(90) + again("a\n", length - 180),
  "a deep list, and lines that belong to it": (length) =>
    "- ".repeat(45) + again("a\n", length - 90),
  "a staircase of lists": numbered((at) => `${"  ".repeat(at % 90)}- a\n`),
  "many quotes": repeats("> a\n\n"),
  "empty items": repeats("-\n"),
  "boxes to tick": repeats("- [ ] a\n"),
  "emphasis in emphasis": pairs("*a ", "b", " c*"),
  "emphasis that is never closed": repeats("*a "),
  "emphasis that is never opened": repeats("a* "),
  "emphasis of two kinds": repeats("*a_ "),
  "much emphasis": repeats("*a* "),
  "emphasis and strong": repeats("*a **a "),
  "lines through": repeats("~a~ "),
  "lines through, never closed": repeats("~~a ~b "),
  "pictures in pictures": pairs("![", "a", "](b)"),
  "pictures in pictures, left open": repeats("![]("),
  "pictures in addresses of pictures": pairs("![](", "", ")"),
  "links in links": pairs("[", "a", "](b)"),
  "brackets in brackets": pairs("[", "a", "]"),
  "brackets left open": repeats("["),
  "addresses left open": repeats("[a](<b"),
  "titles left open": repeats("[a](b ("),
  "brackets and parentheses": repeats("[ (]("),
  "references to nothing": repeats("[a]["),
  "many definitions": numbered((at) => `[${at}]: a\n`),
  "headings of every line": repeats("a\n=\n"),
  "line breaks": repeats("a\\\n"),
  "one note, named often": (length) => `${again("[^a] ", length - 9)}\n\n[^a]: x`,
  "a note that names itself": (length) => `[^a]\n\n[^a]: ${again("[^a]", length - 12)}`,
  "many notes": numbered((at) => `[^${at}]\n\n[^${at}]: x\n\n`),
  "character references": repeats("&amp;"),
  "signs that become references": repeats("&"),
  "signs that begin tags": repeats("<"),
  "quotation marks in an attribute": (length) => `<img alt="${again("'", length - 12)}">`,
  "addresses in plain text": repeats("http://a.b "),
  "mail addresses in plain text": repeats("a@b.c "),
  "dots before no mail address": twoParts("a.", "@", 0.99),
  "comments left open": repeats("a <!-- "),
  "instructions left open": (length) => `a ${again("<?", length - 2)}`,
  "declarations left open": (length) => `a ${again("<!A ", length - 2)}`,
  "CDATA left open": (length) => `a ${again("<![CDATA[", length - 2)}`,
  "attributes left open": (length) => `a ${again('<a b="', length - 2)}`,
  "blocks in blocks": repeats("<div>"),
  "inline tags left open": repeats("<b><i>"),
  "inline tags and paragraphs": repeats("<p><b>"),
  "inline tags that differ, and paragraphs": (length) =>
    numbered((at) => `<b id=${at}>`)(length / 2) + again("<p>a", length / 2),
  "tables in tables": repeats("<table><tr><td>"),
  "text in a table where none may be": (length) => `<table>${again("<b>x", length - 7)}`,
  "links left open, and paragraphs": repeats("<a href=b><p>"),
  "code spans of every length": numbered((at) => `${"`".repeat(at + 1)}a`),
  "many small pieces of code": repeats("```cpp\n1\n```\n"),
  "code of numbers": fenced("cpp", "1,"),
  "code of words": fenced("cpp", "a "),
  "code of calls left open": fenced("c", "a ("),
  "code of tags": fenced("xml", "<a b="),
  "code of selectors": fenced("css", "a "),
  "code of braces in strings": fenced("python", 'f"{'),
  "code of names and colons": fenced("ruby", "a :"),
};
