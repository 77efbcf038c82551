/** Pictures: what one must be, and decoding them, a few at a time over the whole server. */
import sharp, { type Metadata } from "sharp";
import { Refusal } from "./errors.ts";
import { createLine } from "./line.ts";

/** A picture's width times height, of all its frames together, at most. */
const PIXELS_MOST = 40_000_000;

const TYPES = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
} as const;
export const IMAGE_TYPES: readonly string[] = Object.values(TYPES);
type Kind = keyof typeof TYPES;

export type Picture = { bytes: Uint8Array<ArrayBuffer>; type: string };
type Bytes = Uint8Array<ArrayBuffer>;

export type Pictures = {
  /**
   * Looks at the first bytes and the header, and decodes nothing.
   * @throws Refusal 415 for what is no picture, 413 for one that is too large to be decoded
   */
  inspect(bytes: Bytes, field: string): Promise<void>;
  /**
   * Writes a picture anew, upright, without its metadata, within `pixels` by `pixels`.
   * @param who whose turn it takes
   * @returns null when it is no picture
   * @throws Refusal 413 when it is too large, 429 and 503 when too many wait
   */
  anew(bytes: Bytes, options: { field: string; pixels: number; who: string }): Promise<
    Picture | null
  >;
};

/** Bytes that are unfolded at once, and how many pictures: one core is left to everything else. */
const ROOM = 256 * 1024 * 1024;
const AT_ONCE = 2;
/** One that takes longer is not finished; any honest one takes a second or two. */
const SECONDS = 30;

// Nothing is kept for a second time that does not come: each upload is another picture.
sharp.cache(false);
sharp.concurrency(1);
// The library reads two dozen formats; it is to try these four only.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["Png", "Jpeg", "Nsgif", "Webp"].map((kind) => `VipsForeignLoad${kind}`),
});

export function createPictures(): Pictures {
  const line = createLine({
    room: ROOM,
    // One of each person's: whoever sends a dozen leaves room for others.
    each: 0,
    waitingEach: 24,
    waiting: 1000,
    patience: 120_000,
  });

  async function look(bytes: Bytes, field: string): Promise<{ kind: Kind; weight: number } | null> {
    const kind = kindOf(bytes);
    if (kind === null) return null;
    const header = await open(bytes).metadata().catch((error) => {
      if (isTooLarge(error)) throw tooLarge(field);
      return null;
    });
    if (header?.format !== kind) return null;
    // The height is that of all frames together.
    const { width, height, channels, depth } = header;
    const weight = width * height * channels * (depth === "ushort" ? 2 : 1);
    // What is unfolded from top to bottom is never there as a whole; the rest is.
    if (weight > ROOM && !isStreamed(kind, header)) throw tooLarge(field);
    return { kind, weight };
  }

  return {
    async inspect(bytes, field) {
      if (await look(bytes, field) === null) throw noPicture(field);
    },
    async anew(bytes, { field, pixels, who }) {
      const found = await look(bytes, field);
      if (found === null) return null;
      const place = await line.enter(who, Math.max(found.weight, ROOM / AT_ONCE));
      try {
        const anew = open(bytes)
          .timeout({ seconds: SECONDS })
          .autoOrient()
          .resize({ width: pixels, height: pixels, fit: "inside", withoutEnlargement: true })
          .toFormat(found.kind);
        return { bytes: new Uint8Array(await anew.toBuffer()), type: TYPES[found.kind] };
      } catch (error) {
        if (isTooLarge(error)) throw tooLarge(field);
        return null;
      } finally {
        place.leave();
      }
    },
  };
}

const isTooLarge = (error: unknown) => /timeout|pixel limit/i.test(String(error));

/** With all its frames. */
const open = (bytes: Bytes) =>
  sharp(bytes, { limitInputPixels: PIXELS_MOST, animated: true, sequentialRead: true });

const isStreamed = (kind: Kind, { isProgressive }: Metadata) =>
  (kind === "png" || kind === "jpeg") && !isProgressive;

/** By the first bytes; a name or an announced type says nothing. */
function kindOf(bytes: Bytes): Kind | null {
  const begins = String.fromCharCode(...bytes.subarray(0, 12));
  if (begins.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (begins.startsWith("\xff\xd8\xff")) return "jpeg";
  if (/^GIF8[79]a/.test(begins)) return "gif";
  if (/^RIFF....WEBP/s.test(begins)) return "webp";
  return null;
}

export const noPicture = (field: string) =>
  refused(415, "file.kind", field, "Only PNG, JPG, GIF and WebP images can be used.");

const tooLarge = (field: string) =>
  refused(413, "file.large", field, "The image has too many pixels.");

const refused = (
  status: 413 | 415,
  code: string,
  field: string,
  sentence: string,
): Refusal => new Refusal(status, code, sentence, { errors: { [field]: sentence } });
