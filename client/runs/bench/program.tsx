/** A person's program for a question: the draft that they type, and what it begins with. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { ownResponse } from "../../assignments/state.ts";
import { meAtom, perUserAtom } from "../../kit/net/session.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import type { Part } from "./bench-frame.tsx";

/** What a program begins with where the question has no text of its own. */
const USUAL_STARTER = `#include <iostream>
using namespace std;

int main() {
    
    return 0;
}
`;

/** What the person asked for before the workspace was there. */
export interface Begin {
  /** The tab of the results. */
  part: Part;
  /** Whether to run the program, on the cases or on their input. */
  isRun: boolean;
}

export interface KeptProgram {
  source: string;
  ranAt: string;
}

export interface Program {
  source: string;
  setSource: (source: string) => void;
  starter: string;
  /** The text while there is no draft. */
  begin: string;
}

/** Whether programs are written for this assignment. */
export const isProgramming = (
  { questionType, testCases }: Pick<Assignment, "questionType" | "testCases">,
): boolean => questionType === "coding" || testCases.length > 0;

/** By assignment: the program of the newest run, for a browser in which none was typed. */
export const keptAtom = perUserAtom<Readonly<Record<string, KeptProgram>>>({});

/** The text is kept as drafts are: a reload, a crash and a second tab have the same. */
export function useProgram(assignment: Assignment): Program {
  const me = useAtomValue(meAtom);
  const starter = assignment.starter ?? USUAL_STARTER;
  const handedIn = me && ownResponse(assignment, me)?.studentSolutionSource;
  const kept = useAtomValue(keptAtom)[assignment._id]?.source;
  const begin = kept ?? (handedIn || starter);
  const [source, write, forget] = useDraft(draftKey("program", assignment._id), begin);
  const setSource = useCallback(
    (text: string) => text === begin ? forget() : write(text),
    [begin, write, forget],
  );
  return { source, setSource, starter, begin };
}
