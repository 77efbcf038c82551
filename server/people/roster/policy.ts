/** What a roster does to each account, and what the columns of a file are: pure functions. */
import { guarded, isFormula, unguarded } from "../../kit/core/cells.ts";
import { ROLES } from "../../kit/core/roles.ts";
import { shown } from "../../kit/core/schema.ts";
import { sectionInput } from "../../sections/schema.ts";
import type { Account } from "../schema.ts";
import {
  CELL_MOST,
  type Column,
  COLUMNS,
  type RosterPerson,
  rosterPerson,
  type RosterRow,
  type SentRow,
} from "./schema.ts";

/** What a column of a file may be, besides not read. A user name is an address with its domain. */
export const KINDS = {
  name: "Name",
  lastFirst: "Last, First",
  given: "Given name",
  family: "Family name",
  email: "Email or login",
  branch: "Branch",
  year: "Year",
  role: "Role",
  section: "Section",
  available: "Available",
} as const;
export type Kind = keyof typeof KINDS;
type Kinds = readonly (Kind | null)[];

/** Headings in English, German and Hindi, as `plainHeading` writes them. */
const HEADINGS: Record<Kind | "login", readonly string[]> = {
  name: [
    ...["name", "full name", "student name", "student", "display name", "vollständiger name"],
    ...["नाम", "पूरा नाम", "छात्र का नाम", "विद्यार्थी का नाम"],
  ],
  lastFirst: ["last first", "last name first name", "sortable name", "nachname vorname"],
  given: ["first name", "given name", "given names", "forename", "vorname", "पहला नाम", "प्रथम नाम"],
  family: [
    ...["last name", "family name", "surname", "nachname", "familienname"],
    ...["उपनाम", "कुलनाम", "अंतिम नाम"],
  ],
  email: [
    ...["email", "e mail", "mail", "email address", "e mail address", "mail address"],
    ...["e mail adresse", "email adresse", "mailadresse", "ईमेल", "ई मेल", "ईमेल पता"],
  ],
  login: [
    ...["sis login id", "login id", "login", "username", "user name"],
    ...["anmeldename", "benutzername", "उपयोगकर्ता नाम"],
  ],
  branch: ["branch", "department", "studiengang", "fachrichtung", "abteilung", "शाखा", "विभाग"],
  year: ["year", "grade level", "jahr", "jahrgang", "studienjahr", "वर्ष"],
  role: ["role", "rolle", "भूमिका"],
  section: [
    ...["section", "sections", "division", "group", "groups", "home room", "homeroom"],
    ...["gruppe", "gruppen", "klasse", "tutorium", "अनुभाग", "खंड", "सेक्शन", "समूह", "कक्षा"],
  ],
  available: [
    ...["available", "availability", "active", "verfügbar", "verfügbarkeit", "aktiv"],
    ...["उपलब्ध", "उपलब्धता"],
  ],
};
const HEADING_KINDS = Object.keys(HEADINGS) as (keyof typeof HEADINGS)[];
/** Their addresses are not the student's. */
const OTHERS = /parent|guardian|eltern|अभिभावक/;

export const plainHeading = (text: string): string =>
  shown(text).replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").toLowerCase()
    .replace(/[\s_.:*()/‐–-]+/g, " ").trim();

const kindOf = (heading: string) =>
  HEADING_KINDS.find((kind) => HEADINGS[kind].includes(plainHeading(heading)));

type Line = { line: number; cells: readonly string[] };
export type Sheet = {
  /** Null when the table has no heading. */
  heading: number | null;
  titles: string[];
  rows: Line[];
};

/** The heading is among the first lines: other lines may stand above it. */
const HEADING_WITHIN = 20;

/** Finds the heading of a table: the line that names most columns, otherwise the first one. */
export function sheetOf(lines: readonly Line[]): Sheet {
  const named = lines.slice(0, HEADING_WITHIN)
    .map(({ cells }) => cells.filter((cell) => kindOf(cell) !== undefined).length);
  const most = Math.max(0, ...named);
  const at = most > 1 ? named.indexOf(most) : 0;
  const { line, cells = [] } = lines[at] ?? {};
  const width = Math.max(0, ...lines.map((one) => one.cells.length));
  // A heading has no addresses.
  const isHeading = !cells.some((cell) => cell.includes("@"));
  const titleOf = (nth: number) => isHeading && shown(cells[nth] ?? "") || `Column ${nth + 1}`;
  return {
    heading: isHeading ? line ?? null : null,
    titles: Array.from({ length: width }, (_, nth) => titleOf(nth)),
    rows: lines.slice(isHeading ? at + 1 : at),
  };
}

export const hasHeading = ({ titles }: Sheet): boolean =>
  titles.filter((title) => kindOf(title) !== undefined).length > 1;

const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const NAME = /^[\p{L}\p{M}.'’-]+,?\s+\p{L}[^\d@]*$/u;
const [YES, NO] = [/^(yes|ja|true|wahr|1|हाँ|हां)$/i, /^(no|nein|false|falsch|0|नहीं)$/i];
/** A guess by the heading holds only if the cells have this form. */
const FORMS: Partial<Record<Kind, (cell: string) => boolean>> = {
  year: (cell) => /^\d{1,4}$/.test(cell),
  role: (cell) => ROLES.some((role) => role === cell.toLowerCase()),
  available: (cell) => YES.test(cell) || NO.test(cell),
};

/** Guesses what columns are; null: not read. @param chosen by hand, by plain heading */
export function guessKinds(
  { titles, rows }: Sheet,
  chosen: Readonly<Record<string, Kind | "">> = {},
): (Kind | null)[] {
  const columns = titles.map((title, at) => {
    const cells = rows.map(({ cells }) => shown(cells[at] ?? "")).filter((cell) => cell !== "");
    const share = (has: (cell: string) => boolean) =>
      cells.filter(has).length / Math.max(1, cells.length);
    const kind = kindOf(title);
    const addresses = share((cell) => ADDRESS.test(cell));
    return { title, kind, cells, share, addresses };
  });
  const kinds: (Kind | null)[] = columns.map(({ kind, cells, share }, at) => {
    if (kind === undefined || kind === "email" || kind === "login") return null;
    if (columns.findIndex((one) => one.kind === kind) < at) return null;
    if (!cells.every(FORMS[kind] ?? (() => true))) return null;
    return kind === "name" && share((cell) => /^[^,]+,[^,]+$/.test(cell)) > 0.5
      ? "lastFirst"
      : kind;
  });
  const address = (one: typeof columns[number]) =>
    OTHERS.test(plainHeading(one.title))
      ? 0
      : (one.kind === "email" ? 2 : one.kind === "login" ? 1 : 0) + (one.addresses > 0.5 ? 2 : 0);
  const best = Math.max(...columns.map(address));
  if (best > 0) kinds[columns.findIndex((one) => address(one) === best)] = "email";
  nameKinds(kinds, columns.map(({ share }) => share((cell) => NAME.test(cell)) > 0.7));
  return titles.reduce((all, title, at) => {
    const by = chosen[plainHeading(title)];
    return by === undefined ? all : withKind(all, at, by || null);
  }, kinds);
}

/** A name beside a given name is the family's. Without any name, a column that looks like one is. */
function nameKinds(kinds: (Kind | null)[], looksNamed: readonly boolean[]): void {
  const has = (...some: Kind[]) => kinds.some((kind) => kind !== null && some.includes(kind));
  const whole = kinds.findIndex((kind) => kind === "name" || kind === "lastFirst");
  if (has("given") && whole !== -1) kinds[whole] = has("family") ? null : "family";
  if (whole !== -1 || has("given", "family")) return;
  const named = kinds.findIndex((kind, at) => kind === null && looksNamed[at]);
  if (named !== -1) kinds[named] = "name";
}

/** Makes a column of this kind. Another column of it is not read then. */
export const withKind = (kinds: Kinds, at: number, kind: Kind | null): (Kind | null)[] =>
  kinds.map((one, nth) => nth === at ? kind : one === kind ? null : one);

/** Given and family names count more than whole ones. @param domain of mere user names */
export function readPeople({ rows }: Sheet, kinds: Kinds, domain = ""): SentRow[] {
  return rows.map(({ line, cells }) => {
    const cell = (kind: Kind) =>
      shown(unguarded(shown(cells[kinds.indexOf(kind)] ?? ""))).slice(0, CELL_MOST);
    const [last, first] = cell("lastFirst").split(/,(.*)/s).map((part) => part.trim());
    const parts = [cell("given"), cell("family")].filter((part) => part !== "");
    const login = cell("email").replace(/^mailto:/i, "").toLowerCase();
    const typed = {
      name: parts.join(" ") || cell("name") || (first ? `${first} ${last}` : last),
      email: login && domain && !login.includes("@") ? `${login}@${domain}` : login,
      branch: cell("branch"),
      year: cell("year"),
      role: cell("role"),
      section: cell("section"),
      available: cell("available"),
    };
    const filled = Object.entries(typed).filter(([, text]) => text !== "");
    return { line, typed: Object.fromEntries(filled) };
  });
}

/** The people whose cell for the address is only a user name. */
export const withoutDomain = (rows: readonly SentRow[]): SentRow[] =>
  rows.filter(({ typed }) => typed.email?.includes("@") === false && noPerson(typed) === null);

export type KnownAccount = Pick<
  Account,
  "_id" | "name" | "email" | "role" | "branch" | "year" | "verified" | "sections"
>;
export type RowPlan = RosterRow & {
  person?: RosterPerson;
  account?: KnownAccount;
  /** The ids of the sections that the person is in from then on; undefined: they stay. */
  sections?: readonly string[];
  /** The names of sections that do not exist. */
  missing?: readonly string[];
};

type RosterFacts = {
  /** The accounts with addresses of the roster. */
  accounts: readonly KnownAccount[];
  /** The ids of those who can administer now. */
  admins: readonly string[];
  /** Whether an account could administer if it were an admin's. */
  isActive: (id: string) => boolean;
  sections: readonly { _id: string; name: string }[];
};

/** Says for each row what an import does with it. Only new and changed ones are imported. */
export function judge(rows: readonly SentRow[], given: RosterFacts): RowPlan[] {
  const known = new Map(given.accounts.map((account) => [account.email, account]));
  const judged = withoutRepeats(rows.map(readRow)).map((row) => {
    if (row.person === undefined || row.fate !== "new") return row;
    const account = known.get(row.person.email);
    const placed = withSections(row, row.person, { account, sections: given.sections });
    if (placed.fate !== "new") return placed;
    return asked(account ? compared(placed, row.person, account, given) : placed);
  });
  return withNotes(withAnAdmin(judged, given));
}

/** Whether the person of a row is in the class after an import. */
export const isIn = ({ fate, person }: RowPlan): boolean =>
  person !== undefined && (fate === "new" || fate === "changed" || fate === "unchanged");

type RowFate = { fate: "wrong" | "asked" | "skipped"; column: Column | null; reason: string };
const withFate = (row: SentRow, why: RowFate): RowPlan => ({ ...row, changes: [], ...why });
const wrong = (row: SentRow, column: Column | null, reason: string): RowPlan =>
  withFate(row, { fate: "wrong", column, reason });

const POINTS = "points possible";
const TEST_NAME = /^(test student|student, test|teststudent)$/i;
const TEST_LOGIN = /_previewuser(@|$)/i;

/** Why a row is about no person, if it seems so. */
function noPerson({ name = "", email = "" }: SentRow["typed"]): string | null {
  if (name === "" && email === "") return "It names nobody.";
  if (name.toLowerCase() === POINTS) return "It has the points, and names nobody.";
  if (kindOf(email) !== undefined) return "It is a heading.";
  return TEST_NAME.test(name) || TEST_LOGIN.test(email) ? "It is a test student." : null;
}

function readRow(row: SentRow): RowPlan {
  const { typed, isSure } = row;
  const reason = isSure ? null : noPerson(typed);
  if (reason !== null) return withFate(row, { fate: "skipped", column: null, reason });
  const { data: person, error } = rosterPerson.safeParse({ name: "", email: "", ...typed });
  if (person) return { ...row, fate: "new", column: null, reason: null, changes: [], person };
  const [issue] = error.issues;
  const column = (issue?.path[0] ?? null) as Column | null;
  if (column === "email" && !typed.email?.includes("@")) {
    return wrong(row, column, "There is no address. Add one to the file, or give its domain.");
  }
  return wrong(row, column, issue?.message ?? "It is wrong.");
}

const listed = (lines: readonly number[]) => `${lines.slice(0, -1).join(", ")} and ${lines.at(-1)}`;

/** Repeats of a row do nothing. Of rows that contradict each other, one has to be chosen. */
function withoutRepeats(rows: readonly RowPlan[]): RowPlan[] {
  const byEmail = Map.groupBy(rows.filter(({ person }) => person), ({ person }) => person?.email);
  return rows.map((row) => {
    const same = byEmail.get(row.person?.email) ?? [];
    const [first] = same;
    if (!first?.person || same.length < 2) return row;
    const column = (["role", "section", "year", "branch", "name"] as const).find((one) =>
      same.some(({ person }) => person?.[one] !== first.person?.[one])
    );
    const { person: _, ...rest } = row;
    if (column === undefined) {
      return row === first
        ? row
        : { ...rest, fate: "unchanged", reason: `The same as line ${first.line}.` };
    }
    const [chosen, another] = same.filter(({ isSure }) => isSure);
    if (chosen && !another) {
      const reason = `Line ${chosen.line} is chosen for this address.`;
      return row === chosen ? row : withFate(rest, { fate: "skipped", column: null, reason });
    }
    const lines = listed(same.map(({ line }) => line));
    const reason =
      `Lines ${lines} have the same address and another ${column}. Which one is right?`;
    return withFate(rest, { fate: "asked", column, reason });
  });
}

const MONTH = "(jan(uary?)?|feb(ruary?)?|mar(ch)?|märz?|mrz|apr(il)?|ma[iy]|jun[ei]?|jul[iy]?|" +
  "aug(ust)?|sept?(ember)?|o[ck]t(ober)?|nov(ember)?|de[cz](ember)?)";
/** What spreadsheets make of a text that they take for a number, a date or a formula. */
const MANGLED = new RegExp(
  [
    "[+-]?\\d+([.,]\\d+)?e[+-]?\\d+",
    "\\d{1,4}([./-])\\d{1,2}[./-]\\d{1,4}",
    `\\d{1,2}[. -]+${MONTH}([. -]+\\d{2,4})?`,
    `${MONTH}[. -]+\\d{1,4}`,
    "true|false|wahr|falsch",
    "#[A-ZÄÖÜ/0-9]+[!?]?",
  ].map((form) => `^(${form})$`).join("|"),
  "i",
);

function doubtOf(text: string): string | null {
  if (isFormula(text)) return `“${text}” begins like a formula. Is it right?`;
  if (!MANGLED.test(text)) return null;
  return `“${text}” looks changed by a spreadsheet. Is it right?`;
}

/** Asks about what would be written and looks wrong. What an account has already is not asked about. */
function asked(row: RowPlan): RowPlan {
  const { fate, isSure, person, changes, typed } = row;
  if (isSure || !person || fate === "unchanged") return row;
  for (const column of ["name", "branch"] as const) {
    if (fate === "changed" && !changes.some((one) => one.column === column)) continue;
    const reason = doubtOf(person[column] ?? "");
    if (reason !== null) return withFate(row, { fate: "asked", column, reason });
  }
  if (!NO.test(typed.available ?? "")) return row;
  const reason = `It says “${typed.available}”. Is this person in the class?`;
  return withFate(row, { fate: "asked", column: "available", reason });
}

const plainSection = (name: string) =>
  name.toLowerCase().split(";").map((part) => part.trim()).filter(Boolean).join(";");

/** Finds the sections that a row names. A student is in one at most. A name may contain semicolons. */
function withSections(
  row: RowPlan,
  person: RosterPerson,
  { account, sections }: Pick<RosterFacts, "sections"> & { account: KnownAccount | undefined },
): RowPlan {
  const { section, role = account?.role ?? "student" } = person;
  if (section === undefined) return row;
  const ids = new Map(sections.map(({ _id, name }) => [plainSection(name), _id]));
  const isKnown = (name: string) => ids.has(plainSection(name));
  let names: string[] = [];
  const parts = section.split(";").map((part) => part.trim()).filter(Boolean);
  for (let at = 0, end; at < parts.length; at = end) {
    end = parts.length;
    while (end > at + 1 && !isKnown(parts.slice(at, end).join(";"))) end--;
    names.push(parts.slice(at, end).join("; "));
  }
  if (role === "student" && !names.some(isKnown)) names = [section];
  const missing = names.filter((name) => !isKnown(name));
  for (const name of missing) {
    const { error } = sectionInput.safeParse({ name });
    if (error) return wrong(row, "section", error.issues[0]?.message ?? "It is wrong.");
    const reason = row.isSure ? null : doubtOf(name);
    if (reason !== null) return withFate(row, { fate: "asked", column: "section", reason });
  }
  if (role === "student" && names.length > 1) {
    return wrong(row, "section", "A student is in one section at most.");
  }
  if (missing.length > 0) {
    const reason = `There is no section “${missing[0]}”.`;
    return { ...wrong(row, "section", reason), missing };
  }
  return { ...row, sections: [...new Set(names.map((name) => ids.get(plainSection(name)) ?? ""))] };
}

/** Compares a row with its account. An empty cell leaves what the account has. */
function compared(
  row: RowPlan,
  person: RosterPerson,
  known: KnownAccount,
  { sections }: Pick<RosterFacts, "sections">,
): RowPlan {
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
  return { ...row, account: known, changes, fate: changes.length > 0 ? "changed" : "unchanged" };
}

/** If the roster left no admin, the rows that take an admin's role away are wrong. */
function withAnAdmin(rows: RowPlan[], { admins, isActive }: RosterFacts): RowPlan[] {
  const newRole = (row: RowPlan) => row.fate === "changed" ? row.person?.role : undefined;
  const isDemoted = (row: RowPlan) =>
    row.account?.role === "admin" && (newRole(row) ?? "admin") !== "admin";
  const demoted = new Set(rows.filter(isDemoted).map(({ account: known }) => known?._id));
  const promoted = rows.filter((row) =>
    newRole(row) === "admin" && row.account?.role !== "admin" && isActive(row.account?._id ?? "")
  );
  const isSafe = promoted.length > 0 || admins.some((id) => !demoted.has(id));
  if (isSafe || demoted.size === 0) return rows;
  return rows.map((row) =>
    isDemoted(row) ? wrong(row, "role", "This would leave nobody who is an admin.") : row
  );
}

/** Notes which people have the same name and another address: they may be one person. */
function withNotes(rows: RowPlan[]): RowPlan[] {
  const byName = Map.groupBy(rows.filter(isIn), ({ person }) => person?.name.toLowerCase());
  return rows.map((row) => {
    const other = row.reason === null && isIn(row)
      ? byName.get(row.person?.name.toLowerCase())?.find((one) => one !== row)
      : undefined;
    const reason = `Line ${other?.line} has the same name and another address.`;
    return other ? { ...row, reason } : row;
  });
}

const asCell = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`;

/** Writes the rows that were left out, with their reasons, as CSV, to be mended and imported again. */
export function writeLeft(rows: readonly RosterRow[]): string {
  const lines = rows.filter(({ fate }) => fate === "wrong" || fate === "asked").map((
    { typed, column, reason },
  ) => [...COLUMNS.map((one) => typed[one] ?? ""), column ? `${column}: ${reason}` : reason ?? ""]);
  // With the byte order mark, Excel reads it as UTF-8.
  return "\ufeff" + [[...COLUMNS, "what is wrong"], ...lines]
    .map((cells) => `${cells.map(asCell).join(",")}\r\n`).join("");
}
