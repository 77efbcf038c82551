/** The worker in which one program of Python runs once on the server. */
import { threadMs } from "../../languages/judge/frames.ts";
import type { Scripts } from "../interpreter.ts";
import { type FromPython, pythonWorker, type ToPython } from "../program.ts";

/** Comes before all others: the folder of the built interpreter. */
export type Folder = { folder: string };

const tell = self.postMessage.bind(self) as (message: FromPython) => void;
let folder = "";

const answer = pythonWorker(
  async () => {
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
      import(`${folder}pyodide.mjs`),
      import(`${folder}pyodide.asm.mjs`),
    ]);
    return { loadPyodide, createPyodideModule } as Scripts;
  },
  tell,
  threadMs,
);

self.onmessage = ({ data }: MessageEvent<Folder | ToPython>) => {
  if ("folder" in data) folder = data.folder;
  else answer(data);
};
