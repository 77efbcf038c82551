import { goalsOfMentor } from "./goals_mentor.ts";
import { goalsOfMentor2 } from "./goals_mentor2.ts";
import { goalsOfMentor3 } from "./goals_mentor3.ts";
import type { DemoGoal } from "./shape.ts";

/** The weekly goals of the three mentors: this week and the five before it. */
export const goals: readonly DemoGoal[] = [
  ...goalsOfMentor,
  ...goalsOfMentor2,
  ...goalsOfMentor3,
];
