/** Images: which are accepted, and decoding, a few at a time over the whole server. */
import type { Metadata, SharpOptions } from "sharp";
import { Refusal } from "../core/errors.ts";
import type { Queue } from "../limits/queues.ts";

/** The most pixels of an image, over all its frames. */
const PIXELS_MOST = 40_000_000;

const TYPES = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
} as const;
export const IMAGE_TYPES: readonly string[] = Object.values(TYPES);
type Kind = keyof typeof TYPES;

export type DecodedImage = { bytes: Uint8Array<ArrayBuffer>; type: string };
type Bytes = Uint8Array<ArrayBuffer>;

/** `who` is the person whose turn it is. */
type ImageTarget = { field: string; pixels: number; who: string };

export type ImageDecoder = ReturnType<typeof createImageDecoder>;

/** The most bytes of one decoded image, if it is in memory as a whole. */
const BYTES_MOST = 160 * 1024 * 1024;
/** The longest time for one image, in seconds. An honest one takes a second or two. */
const SECONDS = 30;

/** Loads sharp with the first picture: it takes 15 MB. */
const loadSharp = () => library ??= load();
let library: ReturnType<typeof load> | undefined;

async function load() {
  const { default: sharp } = await import("sharp");
  // Each upload is another picture, so a cache would never be read.
  sharp.cache(false);
  sharp.concurrency(1);
  // The library reads two dozen formats; these four are allowed.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["Png", "Jpeg", "Nsgif", "Webp"].map((kind) => `VipsForeignLoad${kind}`),
  });
  return sharp;
}

export function createImageDecoder(queue: Queue) {
  async function look(bytes: Bytes, field: string): Promise<Kind | null> {
    const sharp = await loadSharp();
    const header = await sharp(bytes, READING).metadata().catch((error) => {
      if (isTooLarge(error)) throw tooLarge(field);
      return null;
    });
    if (header === null || !isKind(header.format)) return null;
    // The height is the height of all frames together.
    const { width, height, channels, depth } = header;
    const weight = width * height * channels * (depth === "ushort" ? 2 : 1);
    // These formats are decoded in strips. All others are in memory as a whole.
    if (weight > BYTES_MOST && !isStreamed(header)) throw tooLarge(field);
    return header.format;
  }

  async function encode(
    bytes: Bytes,
    { field, pixels, who }: ImageTarget,
    { kind, animated }: { kind?: Kind; animated: boolean },
  ): Promise<DecodedImage | null> {
    const own = await look(bytes, field);
    return own && await queue.run(who, async () => {
      const sharp = await loadSharp();
      const anew = sharp(bytes, { ...READING, animated })
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize({ width: pixels, height: pixels, fit: "inside", withoutEnlargement: true })
        .toFormat(kind ?? own);
      try {
        return { bytes: new Uint8Array(await anew.toBuffer()), type: TYPES[kind ?? own] };
      } catch (error) {
        if (isTooLarge(error)) throw tooLarge(field);
        return null;
      }
    });
  }

  return {
    /**
     * Encodes an image again: upright, without metadata, within `pixels` by `pixels`.
     * @returns null when it is not an image
     * @throws Refusal 413 when it is too large, 429 and 503 when too many wait
     */
    anew: (bytes: Bytes, wanted: ImageTarget): Promise<DecodedImage | null> =>
      encode(bytes, wanted, { animated: true }),
    /** As `anew`, but always a still WebP of a few hundred KB. @throws Refusal 415 for no image */
    async still(bytes: Bytes, wanted: ImageTarget): Promise<DecodedImage> {
      const image = await encode(bytes, wanted, { kind: "webp", animated: false });
      if (image === null) throw notAnImage(wanted.field);
      return image;
    },
  };
}

const isTooLarge = (error: unknown) => /timeout|pixel limit/i.test(String(error));

/** Reads all frames of a picture, from top to bottom. */
const READING: SharpOptions = {
  limitInputPixels: PIXELS_MOST,
  animated: true,
  sequentialRead: true,
};

const isKind = (format: string): format is Kind => format in TYPES;

const isStreamed = ({ format, isProgressive }: Metadata) =>
  (format === "png" || format === "jpeg") && !isProgressive;

export const notAnImage = (field: string) =>
  refused(415, "file.kind", field, "Only PNG, JPG, GIF and WebP images can be used.");

const tooLarge = (field: string) =>
  refused(413, "file.large", field, "The image has too many pixels.");

const refused = (
  status: 413 | 415,
  code: string,
  field: string,
  sentence: string,
): Refusal => new Refusal(status, code, sentence, { errors: { [field]: sentence } });
