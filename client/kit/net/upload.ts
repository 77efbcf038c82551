/** Uploads images and tells their progress. */
import { useCallback, useState } from "react";
import { sessionAtom } from "./session.ts";
import { store } from "./store.ts";

/** A connection that is gone without a sign ends an upload after this time, in milliseconds. */
const UPLOAD_WITHIN = 300_000;

/** @returns the image's address */
export function uploadImage(
  file: File,
  onProgress: (part: number) => void = () => {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    // `fetch` does not tell how much of a body has been sent.
    const request = new XMLHttpRequest();
    request.open("POST", "/api/upload");
    request.setRequestHeader("x-auth-token", store.get(sessionAtom)?.token ?? "");
    request.responseType = "json";
    request.timeout = UPLOAD_WITHIN;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 201 || request.status === 200) resolve(request.response.url);
      else reject(new Error(request.response?.msg ?? `The server answered ${request.status}.`));
    };
    request.onerror = () => reject(new Error("The server cannot be reached."));
    request.ontimeout = () => reject(new Error("The upload took too long."));
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}

export interface Upload {
  id: number;
  name: string;
  /** From 0 to 1. */
  part: number;
}

let last = 0;

/** The uploads in progress, and a function that adds files. A failed upload is only logged. */
export function useUploads(
  onDone: (url: string, file: File) => void,
): [readonly Upload[], (files: Iterable<File>) => void] {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const add = useCallback((files: Iterable<File>) => {
    for (const file of files) {
      const id = ++last;
      const { name } = file;
      setUploads((now) => [...now, { id, name, part: 0 }]);
      const progress = (part: number) =>
        setUploads((now) => now.map((one) => one.id === id ? { ...one, part } : one));
      uploadImage(file, progress)
        .then((url) => onDone(url, file))
        .catch((error: unknown) => console.error(`The image ${name} was not uploaded:`, error))
        .finally(() => setUploads((now) => now.filter((one) => one.id !== id)));
    }
  }, [onDone]);
  return [uploads, add];
}

export const imagesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
