/** What a roster does to each account: pure functions, used on both sides. */
import type { Actor } from "../../kit/core/roles.ts";
import type { Account } from "../schema.ts";
import { type Column, COLUMNS, type RosterPerson, rosterPerson, type RosterRow } from "./schema.ts";

export const can = {
  import: (me: Actor | null): boolean => me?.role === "admin",
};

/** The headings of each column, in lower case. */
const HEADINGS: Record<Column, readonly string[]> = {
  name: ["name", "full name", "student name", "student"],
  email: ["email", "e-mail", "mail", "email address", "e-mail address"],
  branch: ["branch", "department"],
  year: ["year"],
  role: ["role"],
  section: ["section", "sections", "division"],
};

export type Places = Partial<Record<Column, number>>;

/**
 * Finds the columns by their headings.
 * @returns their places and the other headings, or a sentence that says what is wrong
 */
export function columnsOf(
  heading: readonly string[],
): { places: Places; unused: string[] } | { problem: string } {
  const places: Places = {};
  const unused: string[] = [];
  for (const [at, title] of heading.entries()) {
    const plain = title.trim().toLowerCase().replace(/\s+/g, " ");
    const column = COLUMNS.find((one) => HEADINGS[one].includes(plain));
    if (column === undefined) {
      if (plain !== "") unused.push(title.trim());
    } else if (places[column] !== undefined) {
      return { problem: `The file has two columns with the ${column}.` };
    } else places[column] = at;
  }
  for (const column of ["name", "email"] as const) {
    if (places[column] !== undefined) continue;
    const sentence = `The first line names no column "${column}".`;
    return {
      problem: `${sentence} It must name the columns: name, email, branch, year, role, section.`,
    };
  }
  return { places, unused };
}

/** Returns the cells of a row by column. */
export const cellsOf = (cells: readonly string[], places: Places): Record<Column, string> =>
  Object.fromEntries(
    COLUMNS.map((column) => [column, cells[places[column] ?? -1]?.trim() ?? ""]),
  ) as Record<Column, string>;

export type TypedRow = Pick<RosterRow, "line" | "typed">;
export type Known = Pick<
  Account,
  "_id" | "name" | "email" | "role" | "branch" | "year" | "verified" | "sections"
>;
export type Judged = RosterRow & {
  person?: RosterPerson;
  known?: Known;
  /** The ids of the sections that the person is in from then on; undefined: they stay. */
  sections?: readonly string[];
};

type Given = {
  /** The accounts with addresses of the roster. */
  known: readonly Known[];
  /** The ids of those who can administer now. */
  admins: readonly string[];
  /** Whether an account could administer if it were an admin's. */
  isActive: (id: string) => boolean;
  sections: readonly { _id: string; name: string }[];
};

/** Says for each row what an import does with it. Wrong rows are left out of the import. */
export function judge(rows: readonly TypedRow[], given: Given): Judged[] {
  const known = new Map(given.known.map((account) => [account.email, account]));
  const read = rows.map(readRow);
  const judged = withoutRepeats(read).map((row) => {
    if (row.person === undefined || row.fate !== "new") return row;
    const account = known.get(row.person.email);
    const placed = withSections(row, row.person, { account, sections: given.sections });
    return account && placed.fate === "new" ? compared(placed, row.person, account, given) : placed;
  });
  return withAnAdmin(judged, given);
}

/** A spreadsheet runs such a cell. Our own lists of wrong rows have an apostrophe before it. */
const FORMULA = /^'?[=+\-@]/;

const wrong = (row: TypedRow, column: Column | null, reason: string): Judged => ({
  ...row,
  fate: "wrong",
  column,
  reason,
  changes: [],
});

function readRow(row: TypedRow): Judged {
  const formula = COLUMNS.find((column) => FORMULA.test(row.typed[column]));
  if (formula) return wrong(row, formula, "A cell must not begin like a formula, with = + - or @.");
  const filled = Object.entries(row.typed).filter(([column, cell]) =>
    cell !== "" || column === "name" || column === "email"
  );
  const { data: person, error } = rosterPerson.safeParse(Object.fromEntries(filled));
  if (person) return { ...row, fate: "new", column: null, reason: null, changes: [], person };
  const [issue] = error.issues;
  return wrong(row, (issue?.path[0] ?? null) as Column | null, issue?.message ?? "It is wrong.");
}

/** Repeats of a row do nothing. Rows that contradict each other are all wrong. */
function withoutRepeats(rows: readonly Judged[]): Judged[] {
  const byEmail = Map.groupBy(rows.filter(({ person }) => person), ({ person }) => person?.email);
  return rows.map((row) => {
    const same = byEmail.get(row.person?.email) ?? [];
    const [first] = same;
    if (!first?.person || same.length < 2) return row;
    const column = (["role", "name", "branch", "year", "section"] as const).find((one) =>
      same.some(({ person }) => person?.[one] !== first.person?.[one])
    );
    if (column !== undefined) {
      const lines = same.map(({ line }) => line);
      const all = `${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;
      return wrong(row, column, `Lines ${all} give the same address another ${column}.`);
    }
    const { person: _, ...rest } = row;
    return row === first
      ? row
      : { ...rest, fate: "unchanged", reason: `The same as line ${first.line}.` };
  });
}

/** Finds the sections that a row names. A student is in one at most. */
function withSections(
  row: Judged,
  person: RosterPerson,
  { account, sections }: Pick<Given, "sections"> & { account: Known | undefined },
): Judged {
  const { section, role = account?.role ?? "student" } = person;
  if (section === undefined) return row;
  const names = section.split(";").map((name) => name.trim()).filter((name) => name !== "");
  const found = names.map((name) =>
    sections.find((one) => one.name.toLowerCase() === name.toLowerCase())?._id
  );
  const unknown = names.find((_, place) => found[place] === undefined);
  if (unknown !== undefined) {
    return wrong(row, "section", `There is no section “${unknown}”. An admin can make it first.`);
  }
  const ids = [...new Set(found)] as string[];
  if (role !== "student" || ids.length < 2) return { ...row, sections: ids };
  return wrong(row, "section", "A student is in one section at most.");
}

/** Compares a row with its account. An empty cell leaves what the account has. */
function compared(
  row: Judged,
  person: RosterPerson,
  known: Known,
  { sections }: Pick<Given, "sections">,
): Judged {
  const changes: RosterRow["changes"] = (["name", "branch", "year", "role"] as const).flatMap((
    column,
  ) => {
    const [from, to] = [known[column], person[column]];
    return to === undefined || to === from
      ? []
      : [{ column, from: String(from ?? ""), to: String(to) }];
  });
  const namesOf = (ids: readonly string[] = []) =>
    sections.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name).join("; ");
  const [from, to] = [namesOf(known.sections), row.sections && namesOf(row.sections)];
  if (to !== undefined && to !== from) changes.push({ column: "section", from, to });
  return { ...row, known, changes, fate: changes.length > 0 ? "changed" : "unchanged" };
}

/** If the roster left no admin, the rows that take an admin's role away are wrong. */
function withAnAdmin(rows: Judged[], { admins, isActive }: Given): Judged[] {
  const newRole = (row: Judged) => row.fate === "changed" ? row.person?.role : undefined;
  const isDemoted = (row: Judged) =>
    row.known?.role === "admin" && (newRole(row) ?? "admin") !== "admin";
  const demoted = new Set(rows.filter(isDemoted).map(({ known }) => known?._id));
  const promoted = rows.filter((row) =>
    newRole(row) === "admin" && row.known?.role !== "admin" && isActive(row.known?._id ?? "")
  );
  const isSafe = promoted.length > 0 || admins.some((id) => !demoted.has(id));
  if (isSafe || demoted.size === 0) return rows;
  return rows.map((row) =>
    isDemoted(row) ? wrong(row, "role", "This would leave nobody who is an admin.") : row
  );
}

/** Quotes a cell of a CSV file, with an apostrophe before what a spreadsheet would run. */
const asCell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Writes the wrong rows with their reasons as CSV, to be mended and imported again. */
export function writeWrong(rows: readonly RosterRow[]): string {
  const lines = rows.filter(({ fate }) => fate === "wrong").map((
    { typed, column, reason },
  ) => [...COLUMNS.map((one) => typed[one]), column ? `${column}: ${reason}` : reason ?? ""]);
  // With the byte order mark, Excel reads it as UTF-8.
  return "\ufeff" + [[...COLUMNS, "what is wrong"], ...lines]
    .map((cells) => `${cells.map(asCell).join(",")}\r\n`).join("");
}
