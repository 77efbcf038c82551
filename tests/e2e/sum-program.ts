/** A question that asks for a sum, and programs for it: one that is right, and one that is not. */

export const CASES = [
  { input: "2 3", output: "5" },
  { input: "10 -4", output: "6", explanation: "A negative number." },
  { input: "0 0", output: "0", hidden: true },
];
/** Its header is small: it compiles in a fraction of the time that <iostream> takes. */
export const program = (body: string) => `#include <cstdio>\nint main() {\n${body}\n}\n`;
export const RIGHT = program('  int a, b;\n  scanf("%d %d", &a, &b);\n  printf("%d\\n", a + b);');
export const WRONG = RIGHT.replace("a + b", "a + (b < 0 ? -b : b)");
