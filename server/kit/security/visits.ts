/** Collects who used this server until upkeep stores it: so a call costs no write. */

export type Visit = { personId: string; session: string };

export type Visits = ReturnType<typeof createVisits>;

export function createVisits() {
  const noted = new Map<string, Visit>();
  return {
    note(visit: Visit): void {
      noted.set(visit.session, visit);
    },
    /** Returns what was noted since the last call. */
    take(): Visit[] {
      const all = [...noted.values()];
      noted.clear();
      return all;
    },
  };
}
