/** The published headers of replies. */

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** The headers of every reply of the application. Refusals by the HTTP server itself have none. */
export const REPLY_HEADERS = {
  "x-seq": headerRef("Seq"),
  "x-zone": headerRef("Zone"),
  "x-request-id": headerRef("RequestId"),
};
export const RETRIED = { "Retry-After": headerRef("RetryAfter") };

export const HEADERS = {
  Seq: {
    description: "The reply is at least as fresh as this place in the event log.",
    schema: { type: "integer" as const, minimum: 0 },
  },
  Zone: {
    description: "The class's time zone, in which a day begins.",
    schema: { type: "string" as const },
  },
  RequestId: {
    description: "Names the request in the server's log.",
    schema: { type: "string" as const, format: "uuid" },
  },
  RetryAfter: {
    description: "Seconds after which to try again.",
    schema: { type: "integer" as const, minimum: 0 },
  },
};
