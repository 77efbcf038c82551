import type { DemoThread } from "./shape.ts";
import { claimedThreads } from "./threads_claimed.ts";
import { longThreads } from "./threads_long.ts";
import { newThreads } from "./threads_new.ts";
import { repliedThreads } from "./threads_replied.ts";
import { olderRepliedThreads } from "./threads_replied_older.ts";
import { resolvedThreads } from "./threads_resolved.ts";
import { laterResolvedThreads } from "./threads_resolved_later.ts";
import { unsatisfiedThreads } from "./threads_unsatisfied.ts";

/** All the doubts of the demo class. */
export const threads: readonly DemoThread[] = [
  ...newThreads,
  ...claimedThreads,
  ...repliedThreads,
  ...olderRepliedThreads,
  ...unsatisfiedThreads,
  ...resolvedThreads,
  ...laterResolvedThreads,
  ...longThreads,
];
