/** The parts of an item's context. */
export const PARTS = [
  { id: "question", name: "Question" },
  { id: "program", name: "Program" },
  { id: "before", name: "Asked before" },
  { id: "similar", name: "Similar" },
] as const;
export type Part = typeof PARTS[number]["id"];
