/** The copy of what is kept about a person: a ZIP with pages, programs, uploaded files and JSON. */
import { record } from "../audit/writes.ts";
import type { Parts } from "../kit/core/parts.ts";
import type { Act } from "../live/outbox.ts";
import { originOf } from "../kit/core/env.ts";
import { isStaff, type Me } from "../kit/core/roles.ts";
import { readInBatches } from "../kit/db/cursor.ts";
import {
  contentsPage,
  PAGE_END,
  pageHead,
  type PageLink,
  programPath,
  rowHtml,
  uploadPath,
} from "../kit/formats/row_pages.ts";
import { type ZipWriter, zipWriter } from "../kit/formats/zip.ts";
import type { Download } from "../kit/http/download.ts";
import { LANGUAGES, languages } from "../languages/languages.ts";
import { type Row, type Section, SECTIONS, UPLOADS } from "./queries.ts";

export const COPY_TYPE = "application/zip";

export const copyOf = (parts: Parts, me: Me): Download => ({
  name: "doubtless",
  ending: "zip",
  type: COPY_TYPE,
  queue: "copy",
  async make(write) {
    const zip = zipWriter(write);
    await writeCopy(parts, me, zip);
    await zip.end();
  },
});

async function writeCopy(parts: Parts, me: Me, zip: ZipWriter): Promise<void> {
  const { database, env, clock } = parts;
  const each = (section: Section, use: (row: Row) => Promise<void>) =>
    readInBatches(database, {
      name: `copy_${section.name.replaceAll("-", "_")}`,
      select: (db) => section.select(db, me),
    }, async (rows) => {
      for (const row of rows) await use(row);
    });
  const mine = SECTIONS.filter(({ isForStaff }) => !isForStaff || isStaff(me));
  const files = new Map<string, string>();
  const place = { origin: originOf(env), zone: env.classTz, files, endingOf };
  const listed: PageLink[] = [];
  // The files come first: the pages link to them.
  for (const section of mine.toReversed()) {
    let count = 0;
    const data = zip.begin(`data/${section.name}.json`);
    await data.write("[");
    await each(section, async (row) => {
      const { html: _, ...fields } = row;
      if (section.name === UPLOADS) files.set(String(row.id), uploadPath(row));
      await data.write(`${count++ === 0 ? "" : ","}\n${JSON.stringify(fields)}`);
    });
    await data.write("\n]\n");
    await data.end();
    if (count === 0) continue;
    listed.unshift({ name: section.name, title: section.title, count });
    const page = zip.begin(`pages/${section.name}.html`);
    await page.write(await pageHead(section.title));
    await each(section, async (row) => page.write(await rowHtml(section.name, row, place)));
    await page.write(PAGE_END);
    await page.end();
    await each(section, (row) => writeFile(parts, zip, section.name, row));
  }
  const contents = zip.begin("index.html");
  const about = { person: me.name, madeAt: clock(), sections: listed };
  await contents.write(await contentsPage(about, place));
  await contents.end();
}

/** Older programs have no language, and are in the first. */
const endingOf = (language: unknown): string =>
  languages[LANGUAGES.find((one) => one === language) ?? LANGUAGES[0]].endings[0];

async function writeFile({ files }: Parts, zip: ZipWriter, section: string, row: Row) {
  const path = programPath(section, row, { endingOf });
  if (path !== undefined) {
    const file = zip.begin(path, { at: String(row.createdAt) });
    await file.write(String(row.program));
    return await file.end();
  }
  if (section !== UPLOADS) return;
  const bytes = await files.get(String(row.id));
  if (bytes === null) return;
  const isCompressed = String(row.type).startsWith("image/");
  const file = zip.begin(uploadPath(row), { at: String(row.createdAt), isCompressed });
  for await (const chunk of bytes) await file.write(chunk);
  await file.end();
}

export const noteCopy = (act: Act): Promise<void> =>
  record(act, "data.exported", { detail: "what is kept about oneself" });

/** Servers of the last release made copies in the background. The table goes with the next one. */
export async function removeStoredCopies(
  { database: { sql }, files, clock }: Parts,
): Promise<void> {
  const stored = await sql<{ id: string; parts: string[] }[]>`
    select id, parts from personal_copies where lease_until is null or lease_until <= ${clock()}`;
  for (const { id, parts } of stored) {
    for (const part of parts) await files.remove(part);
    await sql`delete from personal_copies where id = ${id}`;
  }
}
