/** What only staff get of a question: the model, the wrong solutions, hidden files; and given files. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { SOURCE_MOST } from "../server/languages/types.ts";
import { assignment, questionForm } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const MODEL = "int checked;\nint main() {}\n";
const WRONG = [{ source: `// wrong ${MODEL}`, mustFail: 1 }, { source: MODEL }];

Deno.test("a question keeps its model; an edit changes or removes it, unless somebody else was first", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  is((await assignment(mentor)).model, null);
  // A form sends line ends of its own.
  const made = await assignment(mentor, { model: MODEL.replaceAll("\n", "\r\n") });
  is(made.model, MODEL);
  const at = `/assignments/${made._id}`;
  const { body: renamed } = await mentor.put(at, { title: "Else", version: made.version });
  is(renamed.model, MODEL, "an edit without it leaves it");
  const late = await mentor.put(at, { model: "int main() {}", version: made.version });
  equals([late.status, late.body.code, late.body.current.model], [409, "stale", MODEL]);
  const { body: changed } = await mentor.put(at, { model: "// 2", version: renamed.version });
  is(changed.model, "// 2");
  is((await mentor.put(at, { model: "", version: changed.version })).body.model, null);
});

Deno.test("a model is no longer than a program may be", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const most = "é".repeat(SOURCE_MOST / 2);
  const { _id, model } = await assignment(mentor, { model: most });
  is(model, most);
  const long = `${most}!`;
  const sent = [
    await mentor.post("/assignments", questionForm({ model: long })),
    await mentor.put(`/assignments/${_id}`, { model: long }),
  ];
  for (const { status, body } of sent) {
    equals([status, body.errors], [400, { model: "A program has at most 64 KB." }]);
  }
});

Deno.test("a question keeps its wrong solutions; each mistake in them is told at its field", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  equals((await assignment(mentor)).wrongSolutions, []);
  const made = await assignment(mentor, { wrongSolutions: JSON.stringify(WRONG) });
  equals(made.wrongSolutions, WRONG);
  const at = `/assignments/${made._id}`;
  equals((await mentor.put(at, { title: "Else" })).body.wrongSolutions, WRONG);
  equals((await mentor.put(at, { wrongSolutions: [] })).body.wrongSolutions, []);
  const source = "int main() {}";
  for (
    const [wrongSolutions, errors] of [
      [Array(6).fill({ source }), { wrongSolutions: "At most 5 wrong solutions." }],
      [[{ source: " " }], { "wrongSolutions.0.source": "Enter the wrong program, or remove it." }],
      [[{ source: "x".repeat(20_001) }], {
        "wrongSolutions.0.source": "A wrong solution has at most 20000 characters.",
      }],
    ] as const
  ) {
    const { status, body } = await mentor.put(at, { wrongSolutions });
    equals([status, body.errors], [400, errors]);
  }
  is((await mentor.put(at, { wrongSolutions: [{ source, mustFail: 0 }] })).status, 400);
});

const MAIN = { name: "main.cpp", text: '#include "account.h"\nint main() {}\n' };
const MARKS = { name: "marks.txt", text: "1 2\n" };

Deno.test("a question has given files; learners get those that are not hidden, and how many are", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const none = await assignment(mentor);
  equals([none.givenFiles, none.hiddenFiles, none.fileName], [[], 0, "main.cpp"]);
  const judge = JSON.stringify({ languages: ["python"] });
  is((await assignment(mentor, { judge })).fileName, "main.py");
  const files = [MAIN, { ...MARKS, hidden: true }];
  const made = await assignment(mentor, {
    // A form sends line ends of its own.
    givenFiles: JSON.stringify(files).replaceAll("\\n", "\\r\\n"),
    fileName: "account.h",
  });
  equals([made.givenFiles, made.hiddenFiles, made.fileName], [files, 1, "account.h"]);
  const at = `/assignments/${made._id}`;
  const { body: seen } = await student.get(at);
  equals([seen.givenFiles, seen.hiddenFiles, seen.fileName], [[MAIN], 1, "account.h"]);
  const edited = async (fields: object) => (await mentor.put(at, fields)).body;
  equals((await edited({ title: "Else" })).givenFiles, files, "an edit without them leaves them");
  equals((await edited({ givenFiles: [MARKS] })).givenFiles, [MARKS]);
  equals((await edited({ givenFiles: [], fileName: "" })).fileName, "main.cpp");
  const full = Array.from({ length: 10 }, (_, at) => ({
    name: `part${at}.txt`,
    text: "\n".repeat(64 * 1024),
  }));
  is((await edited({ givenFiles: full })).givenFiles.length, 10, "as many and as long as may be");
});

Deno.test("each fault of a given file, and of the own file's name, is told at its field", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const { _id } = await assignment(mentor);
  const named = (name: string) => ({ givenFiles: [{ name, text: "" }] });
  const folders = "The name of a given file has no folders: write account.h, not ../account.h.";
  const plain =
    "The name of a given file has letters, digits, _ and -, and an ending, like account.h.";
  const clash = "A given file has the name main.cpp: the student's own file needs another.";
  for (
    const [fields, field, message] of [
      [named("../x"), "givenFiles.0.name", folders],
      [named("a\\b.h"), "givenFiles.0.name", folders],
      [named(".."), "givenFiles.0.name", folders],
      [named("usr"), "givenFiles.0.name", plain],
      [named('a".h'), "givenFiles.0.name", plain],
      [named("+includes.h"), "givenFiles.0.name", plain],
      [
        { givenFiles: [MARKS, MARKS] },
        "givenFiles.1.name",
        "Two given files have the name marks.txt.",
      ],
      [{ givenFiles: [MAIN] }, "fileName", clash],
      [
        { givenFiles: [MARKS], fileName: "marks.txt" },
        "fileName",
        "The name of the student's own file ends in .cpp or .h or .hpp.",
      ],
      [
        { fileName: "../a.h" },
        "fileName",
        "The name of the student's own file has no folders: write account.h, not ../account.h.",
      ],
      [
        { judge: { languages: ["python"] }, fileName: "my-bank.py" },
        "fileName",
        "A file of Python that is imported has a name like bank.py: letters, digits and _.",
      ],
      [
        { givenFiles: [{ ...MARKS, text: "x".repeat(1024 * 1024) }] },
        "givenFiles.0.text",
        "The text of a given file has at most 64 KB.",
      ],
      [
        { givenFiles: [{ ...MARKS, text: "\0" }] },
        "givenFiles.0.text",
        "The text of a given file cannot contain the character NUL.",
      ],
      [
        { givenFiles: Array.from({ length: 11 }, (_, at) => ({ name: `${at}.h`, text: "" })) },
        "givenFiles",
        "At most 10 given files.",
      ],
    ] as const
  ) {
    const { status, body } = await mentor.put(`/assignments/${_id}`, fields);
    equals([status, body.errors], [400, { [field]: message }]);
    const form = Object.entries(fields).map(([name, value]) =>
      [name, typeof value === "string" ? value : JSON.stringify(value)] as const
    );
    const made = await mentor.post("/assignments", questionForm(Object.fromEntries(form)));
    equals([made.status, made.body.errors], [400, { [field]: message }], "also in a new question");
  }
  const odd = await mentor.post("/assignments", questionForm({ givenFiles: "[" }));
  equals(odd.body.errors, { givenFiles: "Given files must be JSON." });
  // A later edit of the other field clashes, too.
  await mentor.put(`/assignments/${_id}`, { fileName: "account.h", givenFiles: [MAIN] });
  const { body } = await mentor.put(`/assignments/${_id}`, { fileName: "" });
  equals(body.errors, { fileName: clash });
});
