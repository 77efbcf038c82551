/** Uploads: the form, the reply, and the links of uploaded files. */
import * as z from "zod";
import { chosenFile } from "../kit/core/schema.ts";

/** A multipart form. */
export const uploadInput = z.object({
  file: chosenFile(),
});

export const uploaded = z.object({ url: z.string() });
export type UploadedFile = z.infer<typeof uploaded>;

const FILE_LINK = "This is not a link to an uploaded file.";
/** The link of an uploaded file, converted to the file's id. */
export const fileLink = () =>
  z.string().trim().max(2000, FILE_LINK)
    .transform((value) => /^(?:https?:\/\/[^/]+)?\/api\/files\/([0-9a-f]{32})$/.exec(value)?.[1])
    .pipe(z.string(FILE_LINK))
    .meta({ pattern: "^(?:https?://[^/]+)?/api/files/[0-9a-f]{32}$" });
