/** Forms (multipart): what a form of a kind may have, and its fields. */
import { Buffer } from "node:buffer";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { badField, Refusal } from "../core/errors.ts";

export const FILE_MOST = 10 * 1024 * 1024;

export type FormRules = {
  /** Names of file fields → how many files. */
  files: Record<string, number>;
  /** The most characters of one text, and half of the most bytes of all texts. */
  texts: number;
};

/**
 * A file of a form, of which only `size` and `bytes()` may be used. The runtime's own copies its content
 * to where the garbage collector does not count it: the worst uploads left 355 MB instead of 230.
 */
class FormFile extends File {
  // Private, so that code that walks a form's members does not walk millions of bytes.
  readonly #content: Uint8Array<ArrayBuffer>;

  constructor(content: Uint8Array<ArrayBuffer>, name: string) {
    super([], name);
    this.#content = content;
    Object.defineProperty(this, "size", { value: content.length });
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return Promise.resolve(this.#content);
  }
}

/** Field → its text or file, or an array of them. */
export type Form = Record<string, string | File | (string | File)[]>;

const TEXTS_MOST = 64;
/** Bytes around each part: its boundary and headers. */
const AROUND = 1024;
const HEADER_MOST = 4 * 1024;
const NAME_MOST = 100;

function fileTooLarge(field: string): Refusal {
  const sentence = `A file may be up to ${FILE_MOST / 1024 / 1024}MB.`;
  return new Refusal(413, "file.large", sentence, { errors: { [field]: sentence } });
}

const filesMost = ({ files }: FormRules): number =>
  Object.values(files).reduce((all, each) => all + each, 0);

/** The most bytes of a form of this kind. */
export const formMost = (rules: FormRules): number =>
  filesMost(rules) * (FILE_MOST + AROUND) + 2 * rules.texts + TEXTS_MOST * AROUND;

/** The refusal of a form with more bytes than its kind may have. */
export function formTooLong(rules: FormRules): Refusal {
  const [field = ""] = Object.keys(rules.files);
  return filesMost(rules) === 1 ? fileTooLarge(field) : tooLong("The files are too large.");
}

/** Reads a form as it comes. @throws Refusal 400 when the header names no boundary */
export function formReader(contentType: string, rules: FormRules) {
  const form: Form = Object.create(null);
  /** How many files of each field have begun. */
  const counts: Record<string, number> = Object.create(null);
  let refusal: Refusal | undefined;
  const refuse = (one: Refusal) => void (refusal ??= one);
  const add = (field: string, value: string | File) => {
    const before = form[field];
    form[field] = before === undefined ? value : [before, value].flat();
  };
  const parser = openParser(contentType, rules, refuse);
  // A text that is cut off is still longer than its schema allows, which refuses it.
  parser.on("field", add);
  parser.on("file", (field, file, name = "") => {
    const most = rules.files[field];
    counts[field] = (counts[field] ?? 0) + 1;
    if (most !== undefined && counts[field] > most) refuse(tooMany(field, most));
    const chunks: Uint8Array[] = [];
    // A file in an unknown field is noted without its content, so that the error can name the field.
    file.on("data", (chunk) => most !== undefined && chunks.push(chunk));
    file.on("end", () => add(field, new FormFile(new Uint8Array(Buffer.concat(chunks)), name)));
    file.on("limit", () => refuse(fileTooLarge(field)));
    file.on("error", () => refuse(unreadable()));
  });
  for (const limit of ["partsLimit", "fieldsLimit"]) {
    parser.on(limit, () => refuse(tooLong("The form has too many parts.")));
  }
  const finished = new Promise<void>((done) => {
    parser.on("finish", done);
    parser.on("error", () => {
      refuse(unreadable());
      done();
    });
  });
  return {
    /** @throws Refusal 400, or 413 naming the field */
    take(chunk: Uint8Array): void {
      parser.write(chunk);
      if (refusal) throw refusal;
    },
    /** @throws as `take` */
    async end(): Promise<Form> {
      parser.end();
      await finished;
      if (refusal) throw refusal;
      return form;
    },
  };
}

const tooMany = (field: string, most: number): Refusal =>
  badField(field, `At most ${most} file${most === 1 ? "" : "s"}.`);

function openParser(
  contentType: string,
  rules: FormRules,
  refuse: (refusal: Refusal) => void,
): BusboyInstance {
  try {
    return Busboy({
      headers: { "content-type": contentType },
      preservePath: true,
      limits: {
        fileSize: FILE_MOST,
        fieldSize: rules.texts,
        fields: TEXTS_MOST,
        parts: filesMost(rules) + TEXTS_MOST + 1,
        headerPairs: 16,
        headerSize: HEADER_MOST,
      },
      isPartAFile: (field, type, name) => {
        if (field === undefined || field.length > NAME_MOST) refuse(unreadable());
        return name !== undefined || type === "application/octet-stream";
      },
    });
  } catch {
    throw unreadable();
  }
}

export const tooLong = (sentence: string): Refusal => new Refusal(413, "too-large", sentence);

export const unreadable = (): Refusal =>
  new Refusal(400, "invalid", "The request's body cannot be read.");
