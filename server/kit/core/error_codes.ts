/** The codes of failed queries and connections. */

const CONNECTION_LOST = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
]);

/** The code of a failed query (PostgreSQL's SQLSTATE or the connection's code), and its text. */
function failureOf(error: unknown): { code?: string; message: string } {
  // Drizzle wraps the error that has the code.
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return { code: at.code, message: at.message };
  }
  return { message: String(error) };
}

export const codeOf = (error: unknown): string | undefined => failureOf(error).code;

export const textOf = (error: unknown): string => failureOf(error).message;

export const isLost = (error: unknown): boolean => CONNECTION_LOST.has(codeOf(error) ?? "");
