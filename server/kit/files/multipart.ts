/** Forms (multipart), read as they come: reading stops at a limit, before the rest is in memory. */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import { badField, Refusal } from "../core/errors.ts";

export const FILE_MOST = 10 * 1024 * 1024;

export type FormRules = {
  /** Names of file fields → how many files. Files under other names are dropped. */
  files: Record<string, number>;
  /** The most bytes of one file; without it, FILE_MOST. */
  fileMost?: number;
  /** The most bytes of the longest text, and half of the most for all texts. */
  texts: number;
};

/** A file of a form: a web `File` whose bytes can be read at once. */
export class FormFile extends File {
  // Private, so that code that walks a form's members does not walk millions of bytes.
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

/** Field → its text or file, or an array of them. */
export type Form = Record<string, string | FormFile | (string | FormFile)[]>;

type Part = { field: string; text: string } | {
  field: string;
  name: string;
  chunks: Uint8Array[];
};

/** Bytes around each part: its boundary and headers. */
const AROUND = 1024;
const HEADER_MOST = 4 * 1024;
const NAME_MOST = 100;
const TEXTS_MOST = 64;
export type Pace = {
  /** After this time, in ms, the average rate must reach the minimum. */
  start: number;
  bytesPerSecond: number;
  look: number;
};
/** A poor Wi-Fi keeps up with this; a sender of one byte now and then does not. */
const PACE: Pace = { start: 15_000, bytesPerSecond: 64 * 1024, look: 1000 };

export const fileTooLarge = (field: string, most = FILE_MOST): Refusal =>
  refused413(field, `A file may be up to ${most / 1024 / 1024}MB.`, "file.large");

/** The most bytes of a form of this kind. */
export function formMost({ files, fileMost = FILE_MOST, texts }: FormRules): number {
  const count = sum(Object.values(files));
  return count * fileMost + 2 * texts + (count + TEXTS_MOST) * AROUND;
}

/** @throws Refusal 413 when the form declares more bytes than its kind may have */
export function refuseLongForm(rules: FormRules, announced: number): void {
  if (announced <= formMost(rules)) return;
  const [[field, most] = ["", 0], ...others] = Object.entries(rules.files);
  if (most === 1 && others.length === 0) throw fileTooLarge(field, rules.fileMost);
  throw tooLong("The files are too large.");
}

/** Reads a form up to its end or first fault. @param room bytes that it has at most */
export async function readForm(
  incoming: IncomingMessage,
  rules: FormRules,
  { room, pace = PACE }: { room: number; pace?: Pace },
): Promise<Form> {
  // The sender may have gone while the form waited for its turn.
  if (incoming.destroyed) throw unreadable();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const parser = openParser(incoming, rules, reject);
  const parts = keepParts(parser, rules, reject);
  const endWatch = watchTransfer(incoming, { room, pace, refuse: reject });
  parser.on("finish", resolve);
  incoming.pipe(parser);
  try {
    await promise;
    return formOf(parts);
  } finally {
    endWatch();
    incoming.unpipe(parser).pause();
  }
}

/** Only the first refusal counts. */
type Refuse = (refusal: Refusal) => void;

/** A parser with the limits of the rules. @throws Refusal when the header names no form */
function openParser(incoming: IncomingMessage, rules: FormRules, refuse: Refuse): BusboyInstance {
  try {
    return Busboy({
      headers: { "content-type": incoming.headers["content-type"] ?? "" },
      preservePath: true,
      limits: {
        fileSize: rules.fileMost ?? FILE_MOST,
        fieldSize: rules.texts,
        fields: TEXTS_MOST,
        parts: TEXTS_MOST + sum(Object.values(rules.files)) + 1,
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

/** @returns the parts, which grow as the parser finds them */
function keepParts(parser: BusboyInstance, rules: FormRules, refuse: Refuse): Part[] {
  const parts: Part[] = [];
  let texts = 0;
  parser.on("file", (field, file, name = "") => {
    const most = rules.files[field];
    const before = parts.filter((one) => one.field === field).length;
    // A file in an unknown field is noted without its content, so that the error can name the field.
    const part = { field, name, chunks: [] as Uint8Array[] };
    parts.push(part);
    file.on("data", (chunk: Uint8Array) => {
      if (most === undefined) return;
      if (before < most) part.chunks.push(chunk);
      else refuse(badField(field, `At most ${most} file${most === 1 ? "" : "s"}.`));
    });
    file.on("limit", () => refuse(fileTooLarge(field, rules.fileMost)));
    file.on("error", () => refuse(unreadable()));
  });
  parser.on("field", (field: string, text: string) => {
    texts += text.length;
    if (texts > 2 * rules.texts) refuse(refused413(field, "This is too long.", "too-large"));
    // A text that the parser cut off is still longer than its schema allows, which refuses it.
    parts.push({ field, text });
  });
  for (const limit of ["partsLimit", "fieldsLimit"]) {
    parser.on(limit, () => refuse(tooLong("The form has too many parts.")));
  }
  parser.on("error", () => refuse(unreadable()));
  return parts;
}

/**
 * Refuses when too much comes, when it comes too slowly, and when the sender goes.
 * @returns a function that ends this
 */
function watchTransfer(
  incoming: IncomingMessage,
  { room, pace, refuse }: { room: number; pace: Pace; refuse: Refuse },
): () => void {
  const began = performance.now();
  let received = 0;
  function count(chunk: Uint8Array): void {
    received += chunk.length;
    if (received > room) refuse(tooLong("The files are too large."));
  }
  const gone = () => {
    if (!incoming.complete) refuse(unreadable());
  };
  const timer = setInterval(() => {
    const due = (performance.now() - began - pace.start) / 1000 * pace.bytesPerSecond;
    if (received < due) refuse(tooSlow());
  }, pace.look);
  incoming.on("data", count).on("close", gone).on("error", gone);
  return () => {
    clearInterval(timer);
    incoming.off("data", count).off("close", gone).off("error", gone);
  };
}

function formOf(parts: Part[]): Form {
  const form: Form = Object.create(null);
  for (const part of parts) {
    const value = "text" in part
      ? part.text
      : new FormFile(new Uint8Array(Buffer.concat(part.chunks)), part.name);
    const before = form[part.field];
    form[part.field] = before === undefined ? value : [before, value].flat();
  }
  return form;
}

export const tooSlow = (): Refusal =>
  new Refusal(408, "too-slow", "The request came too slowly. Please send it again.");

export const tooLong = (sentence: string): Refusal => new Refusal(413, "too-large", sentence);

export const unreadable = (): Refusal =>
  new Refusal(400, "invalid", "The request's body cannot be read.");

const refused413 = (field: string, sentence: string, code: string) =>
  new Refusal(413, code, sentence, { errors: { [field]: sentence } });

const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);
