/** Collects who used this server until upkeep stores it: so a call costs no write. */

/** `session` is null for a token that names no session. */
export type Visit = { personId: string; session: string | null };

export type Visits = ReturnType<typeof createVisits>;

export function createVisits() {
  const noted = new Map<string, Visit>();
  return {
    note(visit: Visit): void {
      noted.set(visit.session ?? visit.personId, visit);
    },
    /** Returns what was noted since the last call. */
    take(): Visit[] {
      const all = [...noted.values()];
      noted.clear();
      return all;
    },
  };
}
