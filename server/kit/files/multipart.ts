/** Forms (multipart), read as they come: reading stops at a limit, before the rest is in memory. */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy } from "@fastify/busboy";
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
  /** The longest pause between two chunks, in ms. */
  silence: number;
  /** After this time, in ms, the average rate must reach the minimum. */
  start: number;
  bytesPerSecond: number;
  look: number;
};
/** A poor Wi-Fi keeps up with this; a sender of one byte now and then does not. */
const PACE: Pace = { silence: 10_000, start: 15_000, bytesPerSecond: 64 * 1024, look: 1000 };

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
export function readForm(
  incoming: IncomingMessage,
  rules: FormRules,
  { room, pace = PACE }: { room: number; pace?: Pace },
): Promise<Form> {
  const { promise, resolve, reject } = Promise.withResolvers<Form>();
  const content = new FormContent(rules, settle);
  const parser = openParser(incoming, rules, settle);
  // The sender may have gone while the form waited for its turn.
  if (parser === null || incoming.destroyed) return Promise.reject(unreadable());
  const transfer = watchTransfer(incoming, { room, pace, settle });

  let isSettled = false;
  /** Ends the reading: with a refusal, or with the form. */
  function settle(refusal: Refusal | null): void {
    if (isSettled) return;
    isSettled = true;
    content.isClosed = true;
    transfer.end();
    if (parser !== null) incoming.unpipe(parser);
    incoming.pause();
    if (refusal) reject(refusal);
    else resolve(content.toForm());
  }

  parser.on("file", (field, file, name = "") => content.addFile(field, file, name));
  parser.on("field", (field: string, text: string) => content.addText(field, text));
  for (const limit of ["partsLimit", "fieldsLimit"]) {
    parser.on(limit, () => settle(tooLong("The form has too many parts.")));
  }
  parser.on("error", () => settle(unreadable()));
  parser.on("finish", () => settle(content.tooMany));
  incoming.pipe(parser);
  return promise;
}

type Settle = (refusal: Refusal | null) => void;

/** A parser with the limits of the rules; null when the header names no form that can be read. */
function openParser(incoming: IncomingMessage, rules: FormRules, settle: Settle) {
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
        if (field === undefined || field.length > NAME_MOST) settle(unreadable());
        return name !== undefined || type === "application/octet-stream";
      },
    });
  } catch {
    return null;
  }
}

/** Ends the reading when too much comes, when it comes too slowly, and when the sender goes. */
function watchTransfer(
  incoming: IncomingMessage,
  { room, pace, settle }: { room: number; pace: Pace; settle: Settle },
): { end(): void } {
  const began = performance.now();
  let [received, last] = [0, began];
  function count(chunk: Uint8Array): void {
    received += chunk.length;
    last = performance.now();
    if (received > room) settle(tooLong("The files are too large."));
  }
  const gone = () => {
    if (!incoming.complete) settle(unreadable());
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const due = (now - began - pace.start) / 1000 * pace.bytesPerSecond;
    if (now - last > pace.silence || received < due) settle(tooSlow());
  }, pace.look);
  incoming.on("data", count).on("close", gone).on("error", gone);
  return {
    end() {
      clearInterval(timer);
      incoming.off("data", count).off("close", gone).off("error", gone);
    },
  };
}

class FormContent {
  /** Why the form is refused in the end: a field has more files than it may. */
  tooMany: Refusal | null = null;
  /** Once it is closed, no more bytes are kept. */
  isClosed = false;
  readonly #parts: Part[] = [];
  readonly #counts: Record<string, number> = Object.create(null);
  #texts = 0;

  constructor(readonly rules: FormRules, readonly settle: Settle) {}

  addFile(field: string, file: Readable, name: string): void {
    const most = this.rules.files[field];
    const count = (this.#counts[field] ?? 0) + 1;
    this.#counts[field] = count;
    if (name.includes("\0")) {
      const sentence = "The file's name contains a character that cannot be stored.";
      return this.settle(badField(field, sentence));
    }
    const part = { field, name, chunks: [] as Uint8Array[] };
    // A file in an unknown field is noted without its content, so that the error can name the field.
    this.#parts.push(part);
    const isMany = most !== undefined && count > most;
    file.on("data", (chunk: Uint8Array) => {
      if (isMany) this.tooMany ??= badField(field, `At most ${most} file${most === 1 ? "" : "s"}.`);
      if (most === undefined || isMany || this.isClosed) return;
      part.chunks.push(chunk);
    });
    file.on("limit", () => this.settle(fileTooLarge(field, this.rules.fileMost)));
    file.on("error", () => this.settle(unreadable()));
  }

  addText(field: string, text: string): void {
    this.#texts += text.length;
    if (this.#texts > 2 * this.rules.texts) {
      return this.settle(refused413(field, "This is too long.", "too-large"));
    }
    // A text that the parser cut off is still longer than its schema allows, which refuses it.
    this.#parts.push({ field, text });
  }

  toForm(): Form {
    return formOf(this.#parts);
  }
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

const unreadable = () => new Refusal(400, "invalid", "The request's body cannot be read.");

const refused413 = (field: string, sentence: string, code: string) =>
  new Refusal(413, code, sentence, { errors: { [field]: sentence } });

const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);
