/**
 * The worker in which Python checks programs or runs one. It has a policy of its own without a
 * network (server/app.ts), and closes itself before it loads the interpreter.
 */
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
