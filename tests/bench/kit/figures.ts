/** Percentiles, and Markdown tables like those in README.md. */

/** Returns the smallest value that at least a share `p` of the values does not exceed. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export const round = (value: number, digits = 2): string =>
  Number.isFinite(value) ? value.toFixed(digits) : "–";

/** Returns a Markdown table; every column but the first is aligned as numbers. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => column === 0 ? "---" : "--:");
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** Returns the machine's description, without which absolute times mean nothing. */
export function machine(): string {
  const gigabytes = Math.round(Deno.systemMemoryInfo().total / 2 ** 30);
  return `${navigator.hardwareConcurrency} cores, ${gigabytes} GB, ${Deno.build.os} ${Deno.build.arch}, Deno ${Deno.version.deno}`;
}
