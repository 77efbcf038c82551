/** The parts of an item's context, and the key of each. */
export const PARTS = [
  { id: "question", name: "Question", key: "q" },
  { id: "program", name: "Program", key: "p" },
  { id: "before", name: "Asked before", key: "b" },
  { id: "similar", name: "Similar", key: "m" },
] as const;
export type Part = typeof PARTS[number]["id"];
