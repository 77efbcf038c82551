/**
 * Each input's published JSON Schema, as Ajv reads it, accepts the same values as its zod check.
 */
import { deepStrictEqual as equals } from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import type * as z from "zod";
import { inputShape } from "../../server/kit/http/input_schema.ts";
import { callsWith, ENFORCED, fieldsOf, prepareRequest } from "../kit/calls.ts";
import { TEXTS, VALUES } from "../kit/odd_values.ts";
import { testServer } from "../kit/server.ts";

const ID = "01900000-0000-7000-8000-000000000000";
/** Valid values of some field, at and around their bounds. */
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

/**
 * Checks that no JSON Schema can express: the content of a JSON text, whether a URL is valid, and
 * how two fields belong together.
 */
const UNSAID: [field: RegExp, value: RegExp][] = [
  [
    /^(assignedTo|testCases|wrongSolutions|givenFiles|audience|judge|similarQuestions|weeklyTarget)$/,
    /^/,
  ],
  [/^(long|tooLong)$/, /^[0-9]+$/],
  // Each is a valid line, but the last line is before the first.
  [/^(from|to)$/, /^[1-9][0-9]{0,4}$/],
  // Hours are needed only to disable accounts.
  [/^hours$/, /^nothing$/],
  // An invitation is for one address, or for a number of people.
  [/^(email|usesMost)$/, /^(nothing|" ?[Aa]@b\.de ?")$/],
  // An account is deleted with one of the two.
  [/^(password|otp)$/, /^(nothing|" ?123456 ?")$/],
  // The code is taken out of a text, as people paste it.
  [/^otp$/, /^/],
  // The readers of a doubt are changed, or whether they see the name.
  [/^(private|anonymous)$/, /^nothing$/],
  // The ending of a program's file is that of the question's language.
  [/^fileName$/, /^"\d\.\d"$/],
  // Somebody is put into a section, or out of it.
  [/^in$/, /^(nothing|\[\])$/],
  [/^(linkedin|github|submissionUrl|codingPlatformLink|links)$/, /^\[?"https?:\/\/\["/],
  // A tag has at most forty characters, between commas; none of these texts is a file.
  [/^(tags|file|profileImage)$/, /^/],
  // Zod counts UTF-16 code units, of which this character has two.
  [/^/, /^"(\u{1f642}|\\ud83d)/u],
];
const isUnsaid = (field: string, value: string) =>
  UNSAID.some(([one, other]) => one.test(field) && other.test(value));

const asObject = (body: unknown): Record<string, unknown> =>
  body instanceof FormData || body instanceof URLSearchParams
    ? Object.fromEntries(body)
    : { ...body as object };

for (const part of ["json", "form", "query"] as const) {
  Deno.test(`the published schema of a ${part} accepts what its check accepts`, async (t) => {
    await using server = await testServer();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const key of callsWith((_, enforced) => part in enforced)) {
      await t.step(key, async () => {
        const schema = (ENFORCED.get(key) as Record<string, z.ZodType>)[part] as z.ZodType;
        const isPublished = ajv.compile(inputShape(schema));
        const { path, body } = await prepareRequest(server, key);
        // A query is tried alone too, since most of its fields may be absent.
        const own = new URLSearchParams(path.split("?")[1]);
        const valid: Record<string, unknown>[] = part === "query"
          ? [{}, asObject(own)]
          : [asObject(body)];
        const values = part === "json" ? [...VALUES, ...SOUND] : [...TEXTS, ...SOUND].map(String);
        const wrong: string[] = [];
        for (const field of [...Object.keys(fieldsOf(schema)), "notPublished"]) {
          for (const value of [...values, undefined]) {
            for (const { [field]: _, ...rest } of valid) {
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
        }
        equals(wrong, []);
      });
    }
  });
}
