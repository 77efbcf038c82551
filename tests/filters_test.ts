/** What an address asks a list for is read in the browser as on the server, where zod reads it. */
import { deepStrictEqual as equals } from "node:assert/strict";
import fc from "fast-check";
import { practiceParts } from "../client/assignments/practice.tsx";
import { doubtParts } from "../client/doubts/filter.tsx";
import { readQuery } from "../client/kit/filter.tsx";
import { reviewParts } from "../client/reviews/cards.tsx";
import { practiceQuery } from "../server/assignments/schema.ts";
import { doubtFilter } from "../server/doubts/schema.ts";
import { queueFilter } from "../server/reviews/schema.ts";

const lists = {
  practice: { schema: practiceQuery.omit({ page: true }), parts: practiceParts },
  doubts: { schema: doubtFilter, parts: doubtParts },
  reviews: { schema: queueFilter, parts: reviewParts },
};

/** What means something somewhere, what means nothing anywhere, and what is too long. */
const value = fc.oneof(
  fc.constantFrom("", "all", "easy", "HW", "solved", "not attempted", "true", "new", "today"),
  fc.constantFrom("mine", "queue", "pending", "not approved", " arrays ", "a".repeat(201)),
  fc.constantFrom("0", "1", "7", "101", "-1", "1.5", "9".repeat(10)),
  fc.string(),
);

for (const [name, { schema, parts }] of Object.entries(lists)) {
  Deno.test(`the list of ${name} reads an address as the server does`, () => {
    const names = Object.keys(parts);
    equals(names.toSorted(), Object.keys(schema.shape).toSorted());
    const address = fc.dictionary(fc.constantFrom(...names), value);
    fc.assert(fc.property(address, (asked) => {
      const read = readQuery(parts, new URLSearchParams(asked));
      // What the server refuses is left out of the address, and nothing else is.
      const refused = new Set(
        schema.safeParse({ ...asked }).error?.issues.map(({ path }) => String(path[0])),
      );
      const sound = Object.fromEntries(
        Object.entries(asked).filter(([part]) => !refused.has(part)),
      );
      const served: Record<string, unknown> = schema.parse(sound);
      for (const part of names) {
        equals((read as Record<string, unknown>)[part], served[part], part);
      }
    }));
  });
}
