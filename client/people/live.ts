/** Registers the values that the events of accounts, of sections and of the students' figures change. */
import { liveFeature, withoutEffect } from "../kit/data/live-query.ts";
import { removals } from "./removals/state.ts";
import { imports } from "./roster/state.ts";
import { accounts, students } from "./state.ts";
import { sections } from "../sections/state.ts";

export const live = liveFeature({
  consumers: [
    removals,
    imports,
    accounts,
    students,
    sections,
    // Every live value takes the new name itself.
    withoutEffect("person.renamed"),
  ],
});
