/** The worker in which one program runs once on the server. It is ended when the time is up. */
import { threadMs } from "../../languages/judge/frames.ts";
import { programWorker } from "../program_worker.ts";

const answer = programWorker((message) => self.postMessage(message), threadMs);

self.onmessage = ({ data }) => answer(data);
