/** The text of the mentors' replies, and the pause between replies. */

/** A short reply with a code sample. */
export const REPLY = `The loop runs once too often: \`i <= n\` reads **one past the end**.

\`\`\`cpp
for (int i = 0; i < n; i++) sum += a[i];
\`\`\``;

/** @param ms a negative number means no pause */
export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, Math.max(0, ms)));
