/** Uploaded files: where they are stored, and the rules for images. */
import { shown } from "../core/schema.ts";
import type { Tx } from "../db/database.ts";
import { type DecodedImage, type ImageDecoder, notAnImage } from "./images.ts";
import { files } from "../db/tables.ts";

export type FileStore = {
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<ReadableStream<Uint8Array> | null>;
  /** Removing a missing file is not an error. */
  remove(id: string): Promise<void>;
};

/** @param folder created if it is missing */
export function folderStore(folder: string): FileStore {
  const pathOf = (id: string) => {
    if (!/^[0-9a-f]{32}$/.test(id)) throw new TypeError("not a file id");
    return `${folder}/${id.slice(0, 2)}/${id}`;
  };
  return {
    async put(id, bytes) {
      const path = pathOf(id);
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      // Write to a temporary name and rename it, so that a crash leaves no half file.
      try {
        await Deno.writeFile(`${path}.part`, bytes);
        await Deno.rename(`${path}.part`, path);
      } catch (error) {
        // On a full disk, half a file would take up room.
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
    async remove(id) {
      try {
        await Deno.remove(pathOf(id));
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
  };
}

export const fileUrl = (id: string): string => `/api/files/${id}`;

export type KeptFile = typeof files.$inferInsert;
type UploadDetails = { field: string; now: string; ownerId?: string };
/** The image decoder, the store, and the person whose turn it is. */
export type Keeper = { files: FileStore; pictures: ImageDecoder; who: string };

/** Scales an image down to `pixels`. Its row is inserted with the one that refers to it. */
export async function storeImage(
  { files, pictures, who }: Keeper,
  file: File,
  { pixels = 2048, ...details }: UploadDetails & { pixels?: number },
): Promise<KeptFile> {
  const { field } = details;
  const image = await pictures.anew(await file.bytes(), { field, pixels, who });
  if (image === null) throw notAnImage(field);
  return await putBytes(files, file.name, image, details);
}

/** Stores any file. An image is stored as an image; everything else is for download only. */
export async function storeFile(
  { files, pictures, who }: Keeper,
  file: File,
  details: UploadDetails,
): Promise<KeptFile> {
  const { field } = details;
  const bytes = await file.bytes();
  const image = await pictures.anew(bytes, { field, pixels: 4096, who });
  const asIs = { bytes, type: "application/octet-stream" };
  return await putBytes(files, file.name, image ?? asIs, details);
}

export async function insertFiles(db: Tx, kept: KeptFile[]): Promise<void> {
  if (kept.length > 0) await db.insert(files).values(kept);
}

/** Stores an image that was scaled down before. */
export const storeStill = (
  store: FileStore,
  bytes: Uint8Array<ArrayBuffer>,
  details: Omit<UploadDetails, "field">,
): Promise<KeptFile> => putBytes(store, "picture.webp", { bytes, type: "image/webp" }, details);

/** 128 random bits: anyone with the link may read the file. */
export const newFileId = (): string => crypto.getRandomValues(new Uint8Array(16)).toHex();

async function putBytes(
  store: FileStore,
  name: string,
  { bytes, type }: DecodedImage,
  { now, ownerId }: Omit<UploadDetails, "field">,
): Promise<KeptFile> {
  const id = newFileId();
  await store.put(id, bytes);
  return { id, name: safeName(name), type, size: bytes.length, ownerId, createdAt: now };
}

/** The last part of the name, without quotes, control characters and invisible ones. */
function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return shown(last.replace(/[\p{Cc}"]/gu, "")).slice(0, 120) || "file";
}
