/** Pages of rows for use offline; `title`: heading, `html`: rendered, `program`: a link. */
import { html, raw } from "hono/html";
import { wordsOf } from "./export_rows.ts";

type Row = Record<string, unknown>;
type PageContext = {
  origin: string;
  zone: string;
  /** The files in the copy, by their ids. */
  files: ReadonlyMap<string, string>;
  /** The end of the name of a program's file, by the row's language. */
  endingOf(language: unknown): string;
};

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color-scheme: light dark; }
article { border-top: 1px solid #8888; padding: 1rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
dl { display: grid; grid-template-columns: minmax(8rem, auto) 1fr; gap: .1rem 1rem; margin: .5rem 0; }
dd { margin: 0; } dt { opacity: .75; }
pre { overflow-x: auto; padding: .5rem; background: #8882; }
img { max-width: 100%; }`;

/** No script runs in it, and nothing is fetched from anywhere. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file: data:";

export async function pageHead(title: string, isHome = false): Promise<string> {
  const name = String(await html`${title}`);
  const way = isHome ? "" : '<p><a href="../index.html">Contents</a></p>\n';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${name}</title><style>${STYLE}</style></head><body>
${way}<h1>${name}</h1>
`;
}

export const PAGE_END = "</body></html>\n";

export type PageLink = { name: string; title: string; count: number };

/** The first page: what there is, and what is not in the copy. */
export async function contentsPage(
  { person, madeAt, sections }: { person: string; madeAt: string; sections: readonly PageLink[] },
  { zone }: Pick<PageContext, "zone">,
): Promise<string> {
  const body = await html`<p>Made on ${timeOf(madeAt, zone)} for ${person}.</p>
<p>Each list is a page and, with everything in it, a JSON file in the folder "data". Programs are in
the folder "programs", and files that you uploaded in "files". Drafts are not here: they are only in
your browser.</p>
<ul>${
    sections.map(({ name, title, count }) =>
      html`
        <li><a href="pages/${name}.html">${title}</a>: ${count}</li>
      `
    )
  }</ul>`;
  return `${await pageHead("What Doubtless keeps about you", true)}${body}${PAGE_END}`;
}

/** A name that is safe in every file system. */
const slugOf = (text: string): string =>
  text.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").slice(0, 60)
    .replace(/^-+|-+$/g, "") || "untitled";

/** The path of a row's program; undefined if it has none of its own. */
export function programPath(
  section: string,
  row: Row,
  { endingOf }: Pick<PageContext, "endingOf">,
): string | undefined {
  const { id, program, title, createdAt, language } = row;
  if (typeof id !== "string" || typeof program !== "string") return undefined;
  const at = String(createdAt).slice(0, 19).replace(/[:T]/g, "-");
  return `programs/${slugOf(String(title))}/${at}-${section}-${id.slice(-12)}.${
    endingOf(language)
  }`;
}

export function uploadPath({ id, title }: Row): string {
  const [, name = String(title), ending = ""] = String(title).match(/^(.+)\.([a-z0-9]{1,8})$/i) ??
    [];
  return `files/${String(id)}-${slugOf(name)}${ending && `.${ending.toLowerCase()}`}`;
}

/** Known by their own elements, and not listed as fields. */
const OWN_PLACE = new Set(["title", "html", "text", "program", "id", "doubtId"]);

export async function rowHtml(section: string, row: Row, place: PageContext): Promise<string> {
  const fields = Object.entries(row).filter(([name, value]) =>
    !OWN_PLACE.has(name) && value !== null && value !== "" &&
    !(Array.isArray(value) && value.length === 0)
  );
  const path = programPath(section, row, place);
  const text = typeof row.html === "string" && row.html !== ""
    ? raw(linked(row.html, place))
    : typeof row.text === "string"
    ? html`<p style="white-space: pre-wrap">${row.text}</p>`
    : "";
  const program = path !== undefined
    ? html`<p><a href="../${path}">The program</a></p>`
    : typeof row.program === "string"
    ? html`<pre>${row.program}</pre>`
    : "";
  return String(
    await html`
      <article>${row.title === undefined ? "" : html`<h2>${row.title}</h2>`}<dl>${fields.map((
        [name, value],
      ) =>
        html`
          <dt>${wordsOf(name)}</dt>
          <dd>${cellText(name, value, place)}</dd>
        `
      )}</dl>${text}${program}</article>
    `,
  );
}

function cellText(name: string, value: unknown, { zone }: PageContext) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && /(^at|At|Since)$/.test(name)) return timeOf(value, zone);
  if (typeof value === "string" && value.includes("\n")) return html`<pre>${value}</pre>`;
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return value.join(", ");
  }
  return html`
    <details>
      <summary>Details</summary>
      <pre>${JSON.stringify(value, null, 2)}</pre>
    </details>
  `;
}

const timeOf = (at: string, zone: string): string =>
  new Date(at).toLocaleString("en-IN", { dateStyle: "medium", timeStyle: "short", timeZone: zone });

/** Links lead to the application, and pictures to the files in the copy. */
const linked = (text: string, { origin, files }: PageContext): string =>
  text.replace(/ (href|src)="\/(?:api\/files\/([0-9a-f]{32}))?/g, (found, what, id) => {
    const path = id === undefined ? undefined : files.get(id);
    if (path !== undefined) return ` ${what}="../${path}`;
    return found.replace('="/', `="${origin}/`);
  });
