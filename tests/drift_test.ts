/** What is published of an input and what checks it say the same of any value, as Ajv reads the one. */
import { deepStrictEqual as equals } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type * as z from "zod";
import { inputShape } from "../server/kit/inputs.ts";
import { callsWith, ENFORCED, fieldsOf, prepared } from "./kit/calls.ts";
import { TEXTS, VALUES } from "./kit/odd.ts";
import { testServer } from "./kit/server.ts";

const ID = "01900000-0000-7000-8000-000000000000";
/** Sound values of some field, at and around their bounds. */
const SOUND: unknown[] = [
  ...["easy", "HW", "solved", "pending", "mentor", " mentor", "hw", "coding", "true", "2026-03"],
  ...["a@b.de", " A@b.de ", "a@b", "a.@b.de", "a@-b.de", "https://a.de/b", " HTTP://a.de/b\n"],
  ...[
    "ftp://a.de",
    "Secret@123",
    "secret",
    "123456",
    " 123456 ",
    "12345",
    "2026-03-04",
    "07",
    "2.0",
  ],
  ...[
    "2026-03-04T10:00:00Z",
    "2026-03-04T10:00:00+05:30",
    ID,
    ` ${ID}`,
    "a b",
    "a\tb",
    "tab\t",
    "1e2",
  ],
  ...["/api/files/" + "a".repeat(32), " https://x/api/files/" + "0".repeat(32), "0x10", "10000"],
  ...[
    ["a"],
    ["https://a.de", ""],
    [ID],
    ["/api/files/" + "a".repeat(32)],
    2020,
    1900,
    9999,
    87_600,
  ],
  ...[{ email: "", support: null, phone: " 1 " }, [{ input: "1", output: "2" }], 87_601, 0.5],
  ...[[{ title: "a", url: "https://a.de" }], [{ title: " ", url: "https://a.de" }]],
  ...[[{ update: "a" }], [{ update: " " }], [{ update: "a", date: "2026-03-04" }]],
  ...[[{ year: 2020, title: "a", text: "b" }], [{ year: 1.5, title: "a", text: "b" }]],
  ...[60, 100, 128, 200, 254, 2000, 5000, 10_000].flatMap((most) => [most, most + 1])
    .map((length) => "a".repeat(length)),
];

/** What no JSON Schema can say: what stands in a text that is JSON, and what an address must be. */
const UNSAID: [field: RegExp, value: RegExp][] = [
  [/^(testCases|similarQuestions|weeklyTarget)$/, /^/],
  [/^(linkedin|github|submissionUrl|codingPlatformLink|links)$/, /^\[?"https?:\/\/\["/],
  // Forty characters each, between commas; a file is none of these texts.
  [/^(tags|file)$/, /^/],
  // Zod counts the halves of a character that is written with two.
  [/^/, /^"(\u{1f642}|\\ud83d)/u],
];
const isUnsaid = (field: string, value: string) =>
  UNSAID.some(([one, other]) => one.test(field) && other.test(value));

const asObject = (body: unknown): Record<string, unknown> =>
  body instanceof FormData ? Object.fromEntries(body) : { ...body as object };

for (const part of ["json", "form", "query"] as const) {
  Deno.test(`the published shape of a ${part} says what its check does`, async (t) => {
    await using server = await testServer();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const key of callsWith((_, enforced) => part in enforced)) {
      await t.step(key, async () => {
        const schema = (ENFORCED.get(key) as Record<string, z.ZodType>)[part] as z.ZodType;
        const isPublished = ajv.compile(inputShape(schema));
        const sound = part === "query" ? {} : asObject((await prepared(server, key)).body);
        const values = part === "json" ? [...VALUES, ...SOUND] : [...TEXTS, ...SOUND].map(String);
        const wrong: string[] = [];
        for (const field of [...Object.keys(fieldsOf(schema)), "notPublished"]) {
          for (const value of [...values, undefined]) {
            const { [field]: _, ...rest } = sound;
            const sent = value === undefined ? rest : { ...rest, [field]: value };
            const isAccepted = schema.safeParse(sent).success;
            const written = JSON.stringify(value) ?? "nothing";
            if (isPublished(sent) === isAccepted || !isAccepted && isUnsaid(field, written)) {
              continue;
            }
            wrong.push(
              `${field} = ${written.slice(0, 60)}: ${isAccepted ? "accepted" : "refused"}`,
            );
          }
        }
        equals(wrong, []);
      });
    }
  });
}
