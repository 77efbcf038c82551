/** The files of rosters: how they are read, and what their columns are. */
import { deepStrictEqual as equals, match, strictEqual as is } from "node:assert/strict";
import { zipSync } from "fflate";
import {
  readTables,
  TABLE_LIMITS,
  tooLarge,
  UnreadableTable,
} from "../client/kit/data/read-tables.ts";
import { guessKinds, judge, sheetOf, withKind } from "../server/people/roster/policy.ts";
import { fileOf, rosterOf } from "./kit/rosters.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const tablesOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await readTables(new Blob([bytes]))).tables;
async function rowsIn(bytes: Uint8Array<ArrayBuffer>) {
  const [{ rows } = { rows: [] }] = await tablesOf(bytes);
  return rows;
}

/** UTF-16 with its byte order mark. */
function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, isLittle);
  for (let at = 0; at < text.length; at++) {
    view.setUint16(2 + at * 2, text.charCodeAt(at), isLittle);
  }
  return new Uint8Array(view.buffer);
}

/** Returns the sentence with which a file is refused. */
async function refusalOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    const [table] = await tablesOf(bytes);
    return table ? tooLarge(table) ?? "" : "";
  } catch (error) {
    if (error instanceof UnreadableTable) return error.message;
    throw error;
  }
}

Deno.test("a table is read with every separator and in every encoding, and from a workbook", async () => {
  const rows = ["Name;E-mail", '"Rao; Asha";asha@school.edu', ";", "", "Zoë;zoe@school.edu"];
  const cells = [["Name", "E-mail"], ["Rao; Asha", "asha@school.edu"], ["Zoë", "zoe@school.edu"]];
  const text = rows.join("\r\n");
  const windows1252 = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const files = [
    ...[utf8(text), utf8(`\ufeff${text}`), utf16(text, true), utf16(text, false), windows1252],
    utf8(rows.join("\r")),
  ];
  for (const bytes of files) {
    const read = await rowsIn(bytes);
    equals([read.map((row) => row.cells), read.map(({ line }) => line)], [cells, [1, 2, 5]]);
  }
  is((await readTables(new Blob([windows1252]))).isWindows1252, true, "the screen says so");
  for (const separator of [",", "\t"]) {
    const bytes = utf8(`Name${separator}E-mail\n"Rao${separator} ""A""\n"${separator}x"y\n`);
    equals((await rowsIn(bytes)).at(1), { line: 3, cells: [`Rao${separator} "A"\n`, 'x"y'] });
  }
  equals((await rowsIn(utf8("sep=|\r\nName|E-mail\r\na;b|c\r\n"))).map((row) => row.cells), [
    ["Name", "E-mail"],
    ["a;b", "c"],
  ]);
  equals(await tablesOf(await fileOf("class.xlsx")), [
    { name: "Notes", rows: [{ line: 1, cells: ["Class of 2026"] }] },
    {
      name: "Class",
      rows: [{ line: 1, cells: ["Name", "Email", "Year"] }, {
        line: 3,
        cells: ["2026-09-01", "a@b.de", "2"],
      }],
    },
  ]);
});

Deno.test("a file that is no table, or too large a one, is refused in one sentence", async () => {
  const row = (cells: number) => Array(cells).fill("a").join(",");
  const many = `name,email\n${"a,b\n".repeat(TABLE_LIMITS.rows)}`;
  is(await refusalOf(utf8(many)), "");
  is(await refusalOf(utf8(`name,email\n${row(200)}\n`)), "");
  const bomb = zipSync({ "xl/workbook.xml": new Uint8Array(65 * 1024 * 1024) });
  const wrong: [Uint8Array, RegExp][] = [
    [utf8(`${many}a,b\n`), /^The file has more than 2,000 rows\. Split it\.$/],
    [utf8(`name,email\n${row(201)}\n`), /^Line 2 has 201 columns: at most 200\.$/],
    [utf8("name,email\na\0,b\n"), /^The file is no text, or in an unknown encoding\./],
    [utf16("name,email\n", true).subarray(2), /^The file is no text/],
    [new Uint8Array([0x6e, 0x81, 0x0a]), /^The file is no text/],
    [new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), /^The file is no text/],
    [utf8("PK\x03\x04"), /^The workbook cannot be read\. Save it as a workbook/],
    [bomb, /^The workbook is too large\. Split it\.$/],
    [new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /^This workbook is of the old kind/],
    [utf8("\n<html><table>"), /^This is a web page/],
    [utf8('name,email\n"a,b\n'), /^A quotation mark near line 2 is not closed\.$/],
    [new Uint8Array(TABLE_LIMITS.bytes + 1), /^A file may be up to 10MB\.$/],
  ];
  for (const [bytes, sentence] of wrong) {
    match(await refusalOf(bytes as Uint8Array<ArrayBuffer>), sentence);
  }
});

/** The lines of a text, with the kinds that are guessed for its columns. */
function kindsOf(text: string, chosen = {}) {
  const lines = sheetOf(
    text.split("\n").map((row, at) => ({ line: at + 1, cells: row.split(",") })),
  );
  return { lines, kinds: guessKinds(lines, chosen) };
}

Deno.test("what a column is, is guessed from its heading and its cells, and changed by hand", () => {
  const guessed: [text: string, ...kinds: string[]][] = [
    [" Year ,E-Mail,Roll no,Full  Name,\n2,a@b.de,7,A", "year", "email", "-", "name", "-"],
    [
      "Student_Number,LastFirst,First_Name,Last_Name,Grade_Level,Guardian_Email,Student Mail",
      ...["-", "-", "given", "family", "year", "-", "-"],
    ],
    ["Name,Vorname,Benutzername,Klasse\nGroß,Jürgen,jg,7b", "family", "given", "email", "section"],
    ["पूरा नाम,ईमेल,वर्ष,अनुभाग\nआशा राव,a@b.de,2,A", "name", "email", "year", "section"],
    ["Teilnehmer,Kontakt\nAsha Rao,a@b.de\nZoë,z@b.de\nBo Li,b@b.de", "-", "email"],
    ["Teilnehmer,Kontakt\nAsha Rao,a@b.de\nZoë Brandt,z@b.de", "name", "email"],
    ["Asha Rao,a@b.de\nZoë Brandt,z@b.de", "name", "email"],
    ["Name,Username,Email,Role,Year\nA,a1,a@b.de,Learner,first", "name", "-", "email", "-", "-"],
    ["Class of 2026,,\nName,Email,Group\nA,a@b.de,B", "name", "email", "section"],
  ];
  for (const [text, ...kinds] of guessed) {
    equals(kindsOf(text).kinds.map((kind) => kind ?? "-"), kinds, text);
  }
  const { lines, kinds } = kindsOf("Class of 2026,,\nStudent,Mail\nRao, Asha,a@b.de".replace(
    "Rao, Asha",
    "Rao; Asha",
  ));
  equals([lines.heading, kindsOf("Asha Rao,a@b.de").lines.heading], [2, null]);
  equals(withKind(kinds, 1, "name"), [null, "name", null]);
  equals(kindsOf("Name,Mail,Code\nA,a@b.de,x@y.de", { code: "email", name: "" }).kinds, [
    null,
    null,
    "email",
  ]);
});

/** What a file of a school is read as: each row's line, fate, column, name and address. */
async function seen(name: string, domain?: string) {
  const { rows } = await rosterOf(await fileOf(name), { domain });
  const sections = [...new Set(rows.map(({ typed }) => typed.section ?? ""))]
    .map((name) => ({ _id: name, name }));
  const nobody = { accounts: [], admins: [], isActive: () => true };
  return judge(rows, { ...nobody, sections }).map(({ line, fate, column, typed }) =>
    [line, fate, column, typed.name, typed.email].filter(Boolean).join(" ")
  );
}

Deno.test("the files of Canvas, Moodle and Blackboard are read as they come", async () => {
  equals(await seen("canvas.csv"), [
    "2 skipped",
    "3 skipped Points Possible",
    "4 new Chidi Okafor cokafor@uni.example",
    "5 new María José Núñez Peña mnunez@uni.example",
    "6 new Saoirse O'Neil soneil@uni.example",
    "7 wrong email Wei Li wli2",
    "8 new Anna-Lena van der Berg avdberg@uni.example",
    "9 skipped Test Student 9f3c2ab77d10e4",
  ]);
  const moodle = [
    "2 new Jürgen Groß juergen.gross@stud.example",
    "3 new Zoë Müller-Lüdenscheidt zoe.mueller@stud.example",
    "4 new Łukasz Żak lukasz.zak@stud.example",
    "5 new Ağça Öztürk agca.oeztuerk@stud.example",
  ];
  equals(await seen("moodle.csv"), moodle);
  equals(await seen("moodle-windows-1252.csv"), moodle.slice(0, 2));
  const blackboard = [
    "2 new Tolu Adeyemi tadeyemi@uni.example",
    "3 new Søren Østergård sostergard@uni.example",
    "4 asked available Thị Hương Phạm tpham@uni.example",
    '5 new Dee "Bo" Quinn, Jr. dquinn@uni.example',
    "6 skipped Instructor Adeyemi_PreviewUser iadeyemi_previewuser@uni.example",
  ];
  equals(await seen("blackboard.csv", "uni.example"), blackboard);
  equals(await seen("blackboard.xls", "uni.example"), blackboard, "UTF-16, whatever its name is");
  equals((await seen("blackboard.csv"))[0], "2 wrong email Tolu Adeyemi tadeyemi");
  equals(await seen("twice.csv"), [
    "2 asked section Amira Haddad amira.haddad@school.example",
    "3 asked section Amira HADDAD amira.haddad@school.example",
    "4 new Ben Cho ben.cho@school.example",
    "5 unchanged Ben Cho ben.cho@school.example",
    "6 new Dana Ruiz dana+cs101@school.example",
    "7 new Dana Ruiz dana@school.example",
    "8 new Emil Ek emil.ek@school.example",
    "9 wrong email Farah Ali farah.ali@school",
    "10 wrong email Gus Roy gus.roy@school.example; gus@home.example",
    "11 new Hana Ito hana.ito@school.example",
  ]);
});
