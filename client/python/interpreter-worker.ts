/** Python's worker checks programs or runs one, without a network (server/app.ts). */
import { loadPyodide } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import type { Scripts } from "../../server/python/interpreter.ts";
import { type FromPython, pythonWorker, type ToPython } from "../../server/python/program.ts";

const post = self.postMessage.bind(self) as (
  message: FromPython,
  options: { transfer: Transferable[] },
) => void;

const answer = pythonWorker(
  () => Promise.resolve({ loadPyodide, createPyodideModule } as unknown as Scripts),
  (message, transfer = []) => post(message, { transfer }),
);

self.onmessage = ({ data }: MessageEvent<ToPython>) => answer(data);
