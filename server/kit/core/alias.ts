/** What those get who may not know who a person is. Both sides use it, so it must not import zod. */

/** The name in place of a person's. */
export const CLASSMATE = "A classmate";

/** A person without a name for some readers, and the id that stands for theirs. */
export type Alias = { person: string; as: string };

/** Returns the data without the person's id and name. The texts of people stay as they wrote them. */
export function withoutName<T>(data: T, { person, as }: Alias): T {
  const copy = (value: unknown): unknown => {
    if (value === person) return as;
    if (Array.isArray(value)) return value.map(copy);
    if (value === null || typeof value !== "object") return value;
    if ("_id" in value && value._id === person && "name" in value) {
      // A volunteer's role would tell much: they are few.
      return { _id: as, name: CLASSMATE, ...("role" in value && { role: "student" }) };
    }
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
  };
  return copy(data) as T;
}
