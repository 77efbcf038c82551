/** The worker that runs a program. The page ends it at the time limit, or to stop the program. */
import { programWorker } from "../../server/cpp/program_worker.ts";

const answer = programWorker((message, transfer = []) => postMessage(message, { transfer }));

self.onmessage = ({ data }) => answer(data);
