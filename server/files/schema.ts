/** Uploads: the form and the reply. */
import * as z from "zod";

const NO_FILE = "Please choose a file.";

/** A multipart form. */
export const uploadInput = z.object({
  file: z.instanceof(File, { message: NO_FILE }).refine((file) => file.size > 0, NO_FILE),
});

export const uploaded = z.object({ url: z.string() });
export type Uploaded = z.infer<typeof uploaded>;
