import type { DemoDailyReport, DemoGoalItem } from "./shape.ts";

/** An item of the checklist that was completed. */
export function done(text: string): DemoGoalItem {
  return { text, completed: true, justification: "" };
}

/** An item that is still open; for a past week with the reason. */
export function open(text: string, justification = ""): DemoGoalItem {
  return { text, completed: false, justification };
}

type Weekday = DemoDailyReport["weekday"];

/** A day on which everything planned was done; 0 is Monday. */
export function day(
  weekday: Weekday,
  update: string,
  rating: DemoDailyReport["rating"] = "Satisfied",
): DemoDailyReport {
  return { weekday, update, isCompleted: true, justification: "", rating };
}

/** A day that fell short of the plan, and why. */
export function shortDay(
  weekday: Weekday,
  update: string,
  justification: string,
): DemoDailyReport {
  return { weekday, update, isCompleted: false, justification, rating: "Less Satisfied" };
}
