/** The type of a row in the table of all calls, the roles, and requests that most rows need. */
import type { Verb } from "../../server/audit/schema.ts";
import type { Fixture, Who } from "./fixture.ts";

export type Call = { params?: Record<string, string>; query?: string; body?: unknown };
export type Row = {
  may: readonly Who[];
  /** The status for a role that may not make the call, where it is neither 403 nor 401. */
  but?: Partial<Record<Who, number>>;
  with?: (fixture: Fixture) => Promise<Call> | Call;
  /**
   * For a call that writes: the events that it logs, in order, as "name → kinds of rooms". An empty
   * list means that the write logs no event.
   */
  announces?: string[];
  /** The verbs that it records in the audit trail, in order; none if left out. */
  records?: Verb[];
  /** For a POST: the table that gets one row, or null when it creates nothing. */
  creates?: string | null;
};

export const SIGNED_IN = ["student", "volunteer", "mentor", "admin"] as const;
export const EVERYONE = ["nobody", ...SIGNED_IN] as const;
export const LEARNERS = ["student", "volunteer"] as const;
export const STAFF = ["mentor", "admin"] as const;
export const ADMIN = ["admin"] as const;

export const FIGURES = "stats.changed → staff";

/** Returns a request whose `id` is that of an entity that the fixture creates. */
export const about = (
  make: (fixture: Fixture) => Promise<{ _id: string }>,
  body?: unknown,
): Row["with"] =>
async (fixture) => ({ params: { id: (await make(fixture))._id }, body });

export const aDoubt = (body?: unknown) => about((fixture) => fixture.doubt(), body);
