/** How many exports run at once: of one person, and on the whole server. */
import { Refusal } from "../core/errors.ts";
import { EXPORTS } from "../db/database.ts";

/** One person's exports that run at once. Together they leave a connection for another person. */
export const EXPORTS_EACH = EXPORTS.connections - 1;
/** The exports that run on this server. */
export type Exports = {
  /** @returns a function that ends it @throws Refusal 429, 503 */
  enter(who: string): () => void;
};

export function createExports(): Exports {
  const running: string[] = [];
  return {
    enter(who) {
      if (running.filter((one) => one === who).length >= EXPORTS_EACH) {
        throw refused(429, "too-many", `${EXPORTS_EACH} of your exports are still under way.`);
      }
      if (running.length >= EXPORTS.connections) {
        throw refused(503, "busy", "Others are exporting at this moment.");
      }
      running.push(who);
      return () => void running.splice(running.indexOf(who), 1);
    },
  };
}

const refused = (status: 429 | 503, code: string, why: string) =>
  new Refusal(status, code, `${why} Please try again in a minute.`, { retryAfter: 30 });
