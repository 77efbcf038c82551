import { responsesAgain } from "./responses_again.ts";
import { responsesAgainLater } from "./responses_again_later.ts";
import { responsesAnswered } from "./responses_answered.ts";
import { responsesOnArrays } from "./responses_arrays.ts";
import { responsesOnBasics } from "./responses_basics.ts";
import { responsesOnControl } from "./responses_control.ts";
import { responsesInDoubt } from "./responses_doubts.ts";
import { responsesOnLibrary } from "./responses_library.ts";
import { responsesOnMemory } from "./responses_memory.ts";
import { responsesOnObjects } from "./responses_objects.ts";
import { responsesWaiting } from "./responses_waiting.ts";
import type { DemoResponse } from "./shape.ts";

/** What everybody in the demo class handed in. */
export const responses: readonly DemoResponse[] = [
  ...responsesOnBasics,
  ...responsesOnControl,
  ...responsesOnMemory,
  ...responsesOnArrays,
  ...responsesOnObjects,
  ...responsesOnLibrary,
  ...responsesInDoubt,
  ...responsesAnswered,
  ...responsesAgain,
  ...responsesAgainLater,
  ...responsesWaiting,
];
