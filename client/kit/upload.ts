/** Uploading an image, with how far it has got. */
import { useCallback, useState } from "react";
import { sessionAtom } from "./session.ts";
import { store } from "./store.ts";

/** @returns the image's address */
function upload(file: File, onProgress: (part: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    // `fetch` does not tell how much of a body has left.
    const request = new XMLHttpRequest();
    request.open("POST", "/api/upload");
    request.setRequestHeader("x-auth-token", store.get(sessionAtom)?.token ?? "");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status === 201 || request.status === 200) resolve(request.response.url);
      else reject(new Error(request.response?.msg ?? `The server answered ${request.status}.`));
    };
    request.onerror = () => reject(new Error("The server cannot be reached."));
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}

export interface Uploading {
  id: number;
  name: string;
  /** From 0 to 1. */
  part: number;
}

let last = 0;

/** What is on its way, and how to send more. A failed upload is only logged. */
export function useUploads(
  onDone: (url: string, file: File) => void,
): [readonly Uploading[], (files: Iterable<File>) => void] {
  const [uploads, setUploads] = useState<readonly Uploading[]>([]);
  const add = useCallback((files: Iterable<File>) => {
    for (const file of files) {
      const id = ++last;
      const { name } = file;
      setUploads((now) => [...now, { id, name, part: 0 }]);
      const progress = (part: number) =>
        setUploads((now) => now.map((one) => one.id === id ? { ...one, part } : one));
      upload(file, progress)
        .then((url) => onDone(url, file))
        .catch((error: unknown) => console.error(`The image ${name} was not uploaded:`, error))
        .finally(() => setUploads((now) => now.filter((one) => one.id !== id)));
    }
  }, [onDone]);
  return [uploads, add];
}

/** The images among what was pasted or dropped. */
export const imagesIn = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
