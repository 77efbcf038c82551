/** What the benchmarks' mentors reply, and the time that they leave between replies. */

/** A short one with a code sample. */
export const REPLY = `The loop runs once too often: \`i <= n\` reads **one past the end**.

\`\`\`cpp
for (int i = 0; i < n; i++) sum += a[i];
\`\`\``;

/** @param ms none, when it is negative */
export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.max(0, ms)));
