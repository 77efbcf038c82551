/** One student's row as a list: on a phone, it shows what the grid has no room for. */
import { Link } from "wouter";
import type { GradebookQuestion, GradebookRow } from "../../server/gradebook/schema.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { cellName } from "./cell-look.tsx";
import { responsePath } from "./grid.tsx";

interface StudentProps {
  row: GradebookRow;
  questions: readonly GradebookQuestion[];
  now: number;
  onClose: () => void;
}

export default function StudentRow({ row, questions, now, onClose }: StudentProps) {
  return (
    <Dialog title={row.name} onClose={onClose} drawer>
      <p className="mb-4">
        {row.solved} of {questions.length} solved{row.branch === null ? "" : `, ${row.branch}`}.
        {" "}
        <Link href={`/students/${row._id}`} className="link-plain">The student's page</Link>
      </p>
      <ul aria-label="Questions">
        {questions.map((question) => {
          const cell = row.cells[question._id];
          return (
            <li key={question._id} className="border-t border-base-300 py-2">
              {cell === undefined ? <span className="font-semibold">{question.title}</span> : (
                <Link
                  href={responsePath(question, row)}
                  className="font-semibold hover:underline"
                >
                  {question.title}
                </Link>
              )}
              <span className="block text-sm text-muted first-letter:uppercase">
                {cellName({ cell, question, now })}
              </span>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
