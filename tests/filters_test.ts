/** The browser reads a list's filter from the address as the server does with zod. */
import { deepStrictEqual as equals } from "node:assert/strict";
import fc from "fast-check";
import { matchesFilter, questionParts } from "../client/assignments/list/filter.tsx";
import { doubtParts } from "../client/doubts/list/filter.tsx";
import { readQuery } from "../client/kit/lists/url-filter.tsx";
import { reviewParts } from "../client/reviews/cards.tsx";
import { doubtFilter } from "../server/doubts/schema.ts";
import { queueFilter } from "../server/reviews/schema.ts";
import { checkProperty } from "./kit/random.ts";

// The parameters left out are not in a screen's address: the code that loads a list sets them.
const lists = {
  doubts: { schema: doubtFilter.omit({ assignmentId: true }), parts: doubtParts },
  reviews: { schema: queueFilter.omit({ waiting: true }), parts: reviewParts },
};

/** Values that are valid for some parameter, valid for none, or too long. */
const value = fc.oneof(
  fc.constantFrom("", "all", "easy", "HW", "solved", "not attempted", "true", "new", "today"),
  fc.constantFrom("mine", "queue", "pending", "not approved", " arrays ", "a".repeat(201)),
  fc.constantFrom("0", "1", "7", "101", "-1", "1.5", "9".repeat(10)),
  fc.string(),
);

for (const [name, { schema, parts }] of Object.entries(lists)) {
  Deno.test(`the list of ${name} reads an address as the server does`, async () => {
    const names = Object.keys(parts);
    equals(names.toSorted(), Object.keys(schema.shape).toSorted());
    const address = fc.dictionary(fc.constantFrom(...names), value);
    await checkProperty(
      `the list of ${name} is read as the server reads it`,
      fc.property(address, (asked) => {
        const read = readQuery(parts, new URLSearchParams(asked));
        // The parameters that the server refuses are left out of the address, and no others.
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
      }),
    );
  });
}

Deno.test("one field finds a question by its title, a tag or its topic, and the choices narrow it", () => {
  const question = {
    title: "Sort by age",
    tags: ["two pointers", "lambda"],
    majorTopic: "Arrays",
    assignmentTag: "HW",
    difficulty: "easy",
    responses: [{ responseStatus: "partially solved" }],
  } as never;
  const finds = (address: string) =>
    matchesFilter(question, readQuery(questionParts, new URLSearchParams(address)));
  for (
    const address of [
      ...["", "text=SORT", "text=lamb", "text=array", "text=age,+two+arrays"],
      ...["topic=Arrays", "assignmentTag=HW", "difficulty=easy", "difficulty=unknown"],
      ...["responseStatus=partially+solved", "responseStatus=not+solved"],
    ]
  ) equals([address, finds(address)], [address, true]);
  for (
    const address of [
      ...["text=sorted", "text=sort+string", "topic=String", "assignmentTag=CW", "difficulty=hard"],
      ...["responseStatus=solved", "responseStatus=not+attempted", "topic=Miscellaneous"],
    ]
  ) equals([address, finds(address)], [address, false]);
});
