/**
 * The worker in which one program of Python runs once on the server. Its name is the address of the
 * folder of the built interpreter.
 */
import { threadMs } from "../../languages/judge/frames.ts";
import type { Scripts } from "../interpreter.ts";
import { type FromPython, pythonWorker, type ToPython } from "../program.ts";

const tell = self.postMessage.bind(self) as (message: FromPython) => void;
const folder = self.name;

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

self.onmessage = ({ data }: MessageEvent<ToPython>) => answer(data);
