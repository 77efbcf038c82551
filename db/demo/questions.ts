import { questionsOfAdvanced } from "./questions_advanced.ts";
import { questionsOfArrays } from "./questions_arrays.ts";
import { questionsOfBasics } from "./questions_basics.ts";
import { questionsOfControl } from "./questions_control.ts";
import { questionsOfLibrary } from "./questions_library.ts";
import { questionsOfMemory } from "./questions_memory.ts";
import { questionsOfObjects } from "./questions_objects.ts";
import { questionsOfStrings } from "./questions_strings.ts";
import { questionsOfTemplates } from "./questions_templates.ts";
import type { DemoQuestion } from "./shape.ts";

/** All the questions and projects of the demo class. */
export const questions: readonly DemoQuestion[] = [
  ...questionsOfBasics,
  ...questionsOfControl,
  ...questionsOfMemory,
  ...questionsOfArrays,
  ...questionsOfStrings,
  ...questionsOfObjects,
  ...questionsOfTemplates,
  ...questionsOfLibrary,
  ...questionsOfAdvanced,
];
