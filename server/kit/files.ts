/** Uploaded bytes: where they are kept, and what an image must be. */
import sharp from "sharp";
import type { Tx } from "./database.ts";
import { Refusal } from "./errors.ts";
import { files } from "./tables.ts";

export const FILE_MOST = 10 * 1024 * 1024;
/** An image's width times height, at most. */
export const PIXELS_MOST = 40_000_000;
const IMAGES = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
} as const;
export const IMAGE_TYPES: readonly string[] = Object.values(IMAGES);

export type FileStore = {
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<ReadableStream<Uint8Array> | null>;
};

/** @param folder made if it is missing */
export function folderStore(folder: string): FileStore {
  const pathOf = (id: string) => {
    if (!/^[0-9a-f]{32}$/.test(id)) throw new TypeError("not a file id");
    return `${folder}/${id.slice(0, 2)}/${id}`;
  };
  return {
    async put(id, bytes) {
      const path = pathOf(id);
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      // Written aside and renamed, so that a crash leaves no half file.
      try {
        await Deno.writeFile(`${path}.part`, bytes);
        await Deno.rename(`${path}.part`, path);
      } catch (error) {
        // On a full disk, the half of it would stay in the way.
        await Deno.remove(`${path}.part`).catch(() => {});
        throw error;
      }
    },
    async get(id) {
      try {
        return (await Deno.open(pathOf(id))).readable;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return null;
        throw error;
      }
    },
  };
}

/** Where a file is read. */
export const fileUrl = (id: string): string => `/api/files/${id}`;

export type KeptFile = typeof files.$inferInsert;
type Keeping = { field: string; now: string; ownerId?: string };

/** Stores an image that is kept within `pixels` by `pixels`; its row is inserted with what refers to it. */
export async function storeImage(
  store: FileStore,
  file: File,
  { pixels = 2048, ...keeping }: Keeping & { pixels?: number },
): Promise<KeptFile> {
  refuseLarge(file, keeping.field);
  const image = await readImage(file, pixels);
  if (image === "large") {
    throw refused(413, "file.large", keeping.field, "The image has too many pixels.");
  }
  if (image === null) {
    throw refused(
      415,
      "file.kind",
      keeping.field,
      "Only PNG, JPG, GIF and WebP images can be used.",
    );
  }
  return await keep(store, file.name, image.bytes, { type: image.type, ...keeping });
}

/** Stores any file: an image as an image, everything else to be downloaded only. */
export async function storeFile(store: FileStore, file: File, keeping: Keeping): Promise<KeptFile> {
  refuseLarge(file, keeping.field);
  const image = await readImage(file, 4096);
  if (image === "large") {
    throw refused(413, "file.large", keeping.field, "The image has too many pixels.");
  }
  if (image) return await keep(store, file.name, image.bytes, { type: image.type, ...keeping });
  const bytes = new Uint8Array(await file.arrayBuffer());
  return await keep(store, file.name, bytes, { type: "application/octet-stream", ...keeping });
}

export async function insertFiles(db: Tx, kept: KeptFile[]): Promise<void> {
  if (kept.length > 0) await db.insert(files).values(kept);
}

async function keep(
  store: FileStore,
  name: string,
  bytes: Uint8Array,
  { type, now, ownerId }: Keeping & { type: string },
): Promise<KeptFile> {
  // 128 random bits: whoever has the link may read the file.
  const id = crypto.getRandomValues(new Uint8Array(16)).toHex();
  await store.put(id, bytes);
  return { id, name: safeName(name), type, size: bytes.length, ownerId, createdAt: now };
}

/**
 * Recognises an image by its bytes and writes it anew, without its metadata.
 * @returns null when it is no PNG, JPG, GIF or WebP
 */
async function readImage(
  file: File,
  pixels: number,
): Promise<{ bytes: Uint8Array; type: string } | "large" | null> {
  try {
    const image = sharp(await file.arrayBuffer(), {
      limitInputPixels: PIXELS_MOST,
      animated: true,
    });
    const { format } = await image.metadata();
    if (!(format in IMAGES)) return null;
    const kind = format as keyof typeof IMAGES;
    const anew = image.autoOrient()
      .resize({ width: pixels, height: pixels, fit: "inside", withoutEnlargement: true })
      .toFormat(kind);
    return { bytes: new Uint8Array(await anew.toBuffer()), type: IMAGES[kind] };
  } catch (error) {
    return /pixel limit/i.test(String(error)) ? "large" : null;
  }
}

function refuseLarge(file: File, field: string): void {
  if (file.size > FILE_MOST) throw refused(413, "file.large", field, "A file may be up to 10MB.");
}

function refused(status: 413 | 415, code: string, field: string, sentence: string): Refusal {
  return new Refusal(status, code, sentence, { errors: { [field]: sentence } });
}

/** The last part of the name, without control characters and quotes. */
function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return last.replace(/[\p{Cc}"]/gu, "").slice(0, 120) || "file";
}
