import type { DemoThreadEntry, LearnerKey, StaffKey } from "./shape.ts";

/** The first entry of a thread. */
export function asked(by: LearnerKey, minutesAgo: number, message: string): DemoThreadEntry {
  return { by, type: "doubt", minutesAgo, message };
}

/** A mentor's or an admin's answer. */
export function replied(by: StaffKey, minutesAgo: number, message: string): DemoThreadEntry {
  return { by, type: "reply", minutesAgo, message };
}

/** The owner asks again. */
export function askedAgain(by: LearnerKey, minutesAgo: number, message: string): DemoThreadEntry {
  return { by, type: "follow-up", minutesAgo, message };
}

/** The owner marks the doubt as resolved. */
export function resolved(by: LearnerKey, minutesAgo: number, message = ""): DemoThreadEntry {
  return { by, type: "resolve", minutesAgo, message };
}
