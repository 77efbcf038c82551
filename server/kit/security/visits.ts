/** Collects who used this server until upkeep stores it: so a call costs no write. */

/** `session` is null for a token that names no session. */
export type Visit = { personId: string; session: string | null };

export type Visits = {
  note(visit: Visit): void;
  /** Returns what was noted since the last call. */
  take(): Visit[];
};

export function createVisits(): Visits {
  const noted = new Map<string, Visit>();
  return {
    note(visit) {
      noted.set(visit.session ?? visit.personId, visit);
    },
    take() {
      const all = [...noted.values()];
      noted.clear();
      return all;
    },
  };
}
