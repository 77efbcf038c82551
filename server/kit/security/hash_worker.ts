/** The thread that hashes and verifies passwords, in the order of its inbox. */
import { hashSync, type Options, verifySync } from "@node-rs/argon2";

export type Job = { password: string } & ({ hashed: string } | { options: Options });
export type Done = { result: string | boolean } | { failure: string };

const thread = self as unknown as Worker;

thread.onmessage = ({ data }: MessageEvent<Job>) => thread.postMessage(done(data));

function done(job: Job): Done {
  try {
    const { password } = job;
    const result = "hashed" in job
      ? verifySync(job.hashed, password)
      : hashSync(password, job.options);
    return { result };
  } catch (error) {
    return { failure: String(error) };
  }
}
