/** Forms (multipart), read as they come: what is too much ends there, and is never in memory. */
import type { IncomingMessage } from "node:http";
import { Busboy } from "@fastify/busboy";
import { badField, Refusal } from "./errors.ts";

export const FILE_MOST = 10 * 1024 * 1024;

/** What a form may bring. */
export type FormRules = {
  /** Fields that hold files → how many; a file under another name is dropped. */
  files: Record<string, number>;
  /** Bytes of its longest text, and half of all of them. */
  texts: number;
};

/** A file of a form. It is one of the web's, but its bytes lie where they came in: no copy is made. */
export class FormFile extends File {
  // Private: whoever goes through a form's members does not go through millions of bytes.
  readonly #content: Uint8Array<ArrayBuffer>;

  constructor(content: Uint8Array<ArrayBuffer>, name: string) {
    super([], name);
    this.#content = content;
    Object.defineProperty(this, "size", { value: content.length });
  }

  get content(): Uint8Array<ArrayBuffer> {
    return this.#content;
  }
}

/** Field → its text or file, or all of them where there are several. */
export type Form = Record<string, string | FormFile | (string | FormFile)[]>;

type Part = { field: string; text: string } | {
  field: string;
  name: string;
  from: number;
  size: number;
};

/** What stands around each part. */
const AROUND = 1024;
const HEADER_MOST = 4 * 1024;
const NAME_MOST = 100;
const TEXTS_MOST = 64;
export type Pace = {
  /** Milliseconds for which nothing may come. */
  silence: number;
  /** Milliseconds after which so many bytes a second must have come. */
  start: number;
  bytesPerSecond: number;
  look: number;
};
/** A poor Wi-Fi keeps up with this; whoever sends a byte now and then does not. */
const PACE: Pace = { silence: 10_000, start: 15_000, bytesPerSecond: 64 * 1024, look: 1000 };

export const fileTooLarge = (field: string): Refusal =>
  refused413(field, "A file may be up to 10MB.", "file.large");

/** The most bytes that a form of this kind has. */
export function formMost({ files, texts }: FormRules): number {
  const count = sum(Object.values(files));
  return count * FILE_MOST + 2 * texts + (count + TEXTS_MOST) * AROUND;
}

/** @throws Refusal 413 for a form that announces more than its kind may have */
export function refuseLong(rules: FormRules, announced: number): void {
  if (announced <= formMost(rules)) return;
  const [[field, most] = ["", 0], ...others] = Object.entries(rules.files);
  if (most === 1 && others.length === 0) throw fileTooLarge(field);
  throw tooLong("The files are too large.");
}

/**
 * Reads a form to its end, or to what is wrong with it. The rest is then left unread.
 * @param room bytes that the form has at most
 */
export function readForm(
  incoming: IncomingMessage,
  rules: FormRules,
  { room, pace = PACE }: { room: number; pace?: Pace },
): Promise<Form> {
  return new Promise((done, failed) => {
    const parts: Part[] = [];
    // Memory is taken as it is written to: a form that announces much and sends little has little.
    const bytes = new Uint8Array(room);
    const counts: Record<string, number> = Object.create(null);
    let [kept, texts, came, last] = [0, 0, 0, performance.now()];
    const began = last;

    let tooMany: Refusal | null = null;
    let settled = false;
    function settle(refusal: Refusal | null): void {
      if (settled) return;
      settled = true;
      clearInterval(timer);
      incoming.off("data", count).off("close", gone).off("error", gone);
      incoming.unpipe(parser);
      incoming.pause();
      if (refusal) failed(refusal);
      else done(formOf(parts, bytes));
    }

    let parser: ReturnType<typeof Busboy>;
    try {
      parser = Busboy({
        headers: { "content-type": incoming.headers["content-type"] ?? "" },
        preservePath: true,
        limits: {
          fileSize: FILE_MOST,
          fieldSize: rules.texts,
          fields: TEXTS_MOST,
          parts: TEXTS_MOST + sum(Object.values(rules.files)) + 1,
          headerPairs: 16,
          headerSize: HEADER_MOST,
        },
        isPartAFile: (field, type, name) => {
          if (field === undefined || field.length > NAME_MOST) settle(unreadable());
          return name !== undefined || type === "application/octet-stream";
        },
      });
    } catch {
      return failed(unreadable());
    }
    // While it waited for its turn.
    if (incoming.destroyed) return failed(unreadable());

    parser.on("file", (field: string, file, name = "") => {
      const most = rules.files[field];
      counts[field] = (counts[field] ?? 0) + 1;
      if (name.includes("\0")) {
        const sentence = "The file's name contains a character that cannot be stored.";
        return settle(badField(field, sentence));
      }
      const part = { field, name, from: 0, size: 0 };
      parts.push(part);
      // Under another name its place is kept, so that a wrong field is found; its content is not.
      const isMany = most !== undefined && counts[field] > most;
      file.on("data", (chunk: Uint8Array) => {
        if (isMany) tooMany ??= badField(field, `At most ${most} file${most === 1 ? "" : "s"}.`);
        if (most === undefined || isMany || settled) return;
        if (part.size === 0) part.from = kept;
        bytes.set(chunk, kept);
        kept += chunk.length;
        part.size += chunk.length;
        // Files follow each other, and so do their bytes.
        if (part.from + part.size !== kept) settle(unreadable());
      });
      file.on("limit", () => settle(fileTooLarge(field)));
      file.on("error", () => settle(unreadable()));
    });
    parser.on("field", (field: string, text: string) => {
      texts += text.length;
      if (texts > 2 * rules.texts) settle(refused413(field, "This is too long.", "too-large"));
      // One that was cut is still longer than its field may be, which its schema says.
      else parts.push({ field, text });
    });
    for (const limit of ["partsLimit", "fieldsLimit"]) {
      parser.on(limit, () => settle(tooLong("The form has too many parts.")));
    }
    parser.on("error", () => settle(unreadable()));
    parser.on("finish", () => settle(tooMany));

    function count(chunk: Uint8Array): void {
      came += chunk.length;
      last = performance.now();
      if (came > room) settle(tooLong("The files are too large."));
    }
    const gone = () => {
      if (!incoming.complete) settle(unreadable());
    };
    const timer = setInterval(() => {
      const now = performance.now();
      const due = (now - began - pace.start) / 1000 * pace.bytesPerSecond;
      if (now - last > pace.silence || came < due) settle(tooSlow());
    }, pace.look);
    incoming.on("data", count).on("close", gone).on("error", gone);
    incoming.pipe(parser);
  });
}

function formOf(parts: Part[], bytes: Uint8Array<ArrayBuffer>): Form {
  const form: Form = Object.create(null);
  for (const part of parts) {
    const value = "text" in part
      ? part.text
      : new FormFile(bytes.subarray(part.from, part.from + part.size), part.name);
    const before = form[part.field];
    form[part.field] = before === undefined ? value : [before, value].flat();
  }
  return form;
}

export const tooSlow = (): Refusal =>
  new Refusal(408, "too-slow", "The request came too slowly. Please send it again.");

export const tooLong = (sentence: string): Refusal => new Refusal(413, "too-large", sentence);

const unreadable = () => new Refusal(400, "invalid", "The request's body cannot be read.");

const refused413 = (field: string, sentence: string, code: string) =>
  new Refusal(413, code, sentence, { errors: { [field]: sentence } });

const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);
