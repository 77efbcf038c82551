/** The beginning of a text that is too long for its place. */

/** Returns a text of at most so many characters. A longer one ends with "…", and not within a pair. */
export const shorten = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
