/** Answers connections that send invalid HTTP or too long headers, before there is a request object. */
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

const REFUSED: Record<string, [status: number, msg: string]> = {
  HPE_HEADER_OVERFLOW: [431, "The address and the headers are too long: 16 KB at most."],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, "The request is too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not come to its end in time."],
};
const UNREADABLE: (typeof REFUSED)[string] = [400, "The request cannot be read."];
const CODES: Record<number, string> = { 408: "timeout", 413: "too-large", 431: "too-large" };

/** Replies in the form of every other refusal and closes the connection. */
export function answerMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  // A reply that has begun cannot be replaced.
  const { _httpMessage: begun } = socket as { _httpMessage?: ServerResponse };
  if (!socket.writable || begun?.headersSent) return void socket.destroy();
  const [status, msg] = REFUSED[error.code ?? ""] ?? UNREADABLE;
  const body = JSON.stringify({ msg, code: CODES[status] ?? "invalid" });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "connection: close",
    "content-type: application/json",
    `content-length: ${body.length}`,
    "cache-control: no-store",
    "content-security-policy: default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options: nosniff",
    "x-frame-options: DENY",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
