/** Odd values to send in any field of any call. */

const NIL = "00000000-0000-0000-0000-000000000000";
/**
 * Texts with a special meaning in some context: numbers, times, addresses, properties of an object.
 */
export const TEXTS = [
  ...["", " ", "\n", "impossible", "all", "0", "-1", "1.5", "1e308", "NaN", "2147483648"],
  ...["0000-00", "9999999-01", "0000-01-01", "9999-12-31", "+275760-09-13T00:00:00Z"],
  ...["2026-02-30", "__proto__", "constructor", NIL, "http://", "javascript:alert(1)"],
  ...["a\nb", "http://a b", "http://[", "[]", "{}", "null", "[[[[", '[{"__proto__":1}]', "[1e999]"],
  ...["9".repeat(400), "x".repeat(500), "@".repeat(2100), "\u{1f642}".repeat(60_000)],
];
const deep = JSON.parse("[".repeat(5000) + "]".repeat(5000));
export const VALUES: unknown[] = [
  ...TEXTS,
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 1e-320],
  ...[[], {}, [null], [""], [[]], [{}], { a: 1 }, [1, "a", NIL], deep, Array(2000).fill(NIL)],
  JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":2}'),
  Array(1500).fill({ text: "a", input: "a", output: "b", title: "c", url: "d", year: 1e9 }),
];
