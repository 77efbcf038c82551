/** Uploaded bytes: where they are kept, and what an image must be. */
import type { Tx } from "./database.ts";
import { FILE_MOST, fileTooLarge, type FormFile } from "./form.ts";
import { noPicture, type Picture, type Pictures } from "./pictures.ts";
import { files } from "./tables.ts";

export type FileStore = {
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<ReadableStream<Uint8Array> | null>;
  /** Does no harm when it is not there. */
  remove(id: string): Promise<void>;
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
    async remove(id) {
      try {
        await Deno.remove(pathOf(id));
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
  };
}

/** Where a file is read. */
export const fileUrl = (id: string): string => `/api/files/${id}`;

export type KeptFile = typeof files.$inferInsert;
type Keeping = { field: string; now: string; ownerId?: string };
/** What decodes and keeps, and whose turn it takes. */
export type Keeper = { files: FileStore; pictures: Pictures; who: string };

/** Stores an image that is kept within `pixels` by `pixels`; its row is inserted with what refers to it. */
export async function storeImage(
  { files, pictures, who }: Keeper,
  file: FormFile,
  { pixels = 2048, ...keeping }: Keeping & { pixels?: number },
): Promise<KeptFile> {
  refuseLarge(file, keeping.field);
  const { field } = keeping;
  const image = await pictures.anew(file.content, { field, pixels, who });
  if (image === null) throw noPicture(field);
  return await keep(files, file.name, image, keeping);
}

/** Stores any file: an image as an image, everything else to be downloaded only. */
export async function storeFile(
  { files, pictures, who }: Keeper,
  file: FormFile,
  keeping: Keeping,
): Promise<KeptFile> {
  refuseLarge(file, keeping.field);
  const { field } = keeping;
  const image = await pictures.anew(file.content, { field, pixels: 4096, who });
  const asIs = { bytes: file.content, type: "application/octet-stream" };
  return await keep(files, file.name, image ?? asIs, keeping);
}

export async function insertFiles(db: Tx, kept: KeptFile[]): Promise<void> {
  if (kept.length > 0) await db.insert(files).values(kept);
}

/** 128 random bits: whoever has the link may read the file. */
export const newFileId = (): string => crypto.getRandomValues(new Uint8Array(16)).toHex();

async function keep(
  store: FileStore,
  name: string,
  { bytes, type }: Picture,
  { now, ownerId }: Keeping,
): Promise<KeptFile> {
  const id = newFileId();
  await store.put(id, bytes);
  return { id, name: safeName(name), type, size: bytes.length, ownerId, createdAt: now };
}

function refuseLarge(file: File, field: string): void {
  if (file.size > FILE_MOST) throw fileTooLarge(field);
}

/** The last part of the name, without control characters and quotes. */
function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return last.replace(/[\p{Cc}"]/gu, "").slice(0, 120) || "file";
}
