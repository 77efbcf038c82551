/** This week on the staff's dashboard: what the class did, its doubts, and the goals; live. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { loadClassWeek } from "../../desk/actions.ts";
import { classWeekAtom, deskAtom } from "../../desk/state.ts";
import { useLoad } from "../../kit/data/query.ts";
import { DeskGoals } from "./goals.tsx";
import { Part } from "../part.tsx";
import { WeekOfDoubts } from "./week.tsx";

const FIGURES = [
  ["handedIn", "handed in"],
  ["solved", "of them solved"],
  ["students", "students at work"],
  ["reviewed", "reviewed"],
  ["asked", "questions asked"],
  ["answered", "answers given"],
] as const;

export default function ThisWeek() {
  return (
    <>
      <ClassFigures />
      <WeekOfDoubts />
      <DeskGoals />
    </>
  );
}

function ClassFigures() {
  const week = useAtomValue(classWeekAtom);
  // The figures of the desk are fetched after the same events.
  const waiting = useAtomValue(deskAtom)?.doubts;
  const load = useCallback((signal: AbortSignal) => loadClassWeek(signal), [waiting]);
  const loading = useLoad(load, "Failed to fetch the class's week.");
  return (
    <Part
      title="This week"
      way={["/solutions", "Solutions"]}
      loading={loading}
      isThere={week !== null}
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {FIGURES.map(([name, reads]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{reads}</dt>
            <dd className="text-3xl leading-tight font-extrabold">{week?.[name]}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
