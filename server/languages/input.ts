/** The texts of a case as a program reads and prints them. */

/** The text with the line ends of Linux: forms and files of Windows have others. */
export const unixLines = (text: string): string => text.replaceAll("\r\n", "\n");

export const withoutLastEnd = (text: string): string => text.replace(/\n$/, "");

/**
 * Returns the standard input for a text that a person typed. Each of its lines ends, the last one
 * too, as if it was sent with Enter: a loop until the end of the input may count on that.
 * @param noLineEnd the last line has no end
 */
export function standardInput(typed: string, noLineEnd = false): string {
  const text = withoutLastEnd(unixLines(typed));
  return noLineEnd || typed === "" ? text : `${text}\n`;
}
