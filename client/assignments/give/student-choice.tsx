/** The students that a question is assigned to: a search, and those chosen so far. */
import { useState } from "react";
import { useSearch } from "../../kit/data/use-search.ts";
import { ChosenPeople, PeoplePicker, type Person } from "../../people/picker.tsx";
import { searchStudents } from "../actions.ts";

const SEARCH = { failed: "Failed to search for students." };

interface StudentChoiceProps {
  chosen: readonly Person[];
  onChange: (chosen: readonly Person[]) => void;
}

export function StudentChoice({ chosen, onChange }: StudentChoiceProps) {
  return (
    <>
      <Search chosen={chosen} onChange={onChange} />
      <div>
        <h3 className="mb-2 font-semibold">Assigned to</h3>
        {chosen.length === 0 && <p className="text-muted">No one yet.</p>}
        <ChosenPeople chosen={chosen} onChange={onChange} />
      </div>
    </>
  );
}

function Search({ chosen, onChange }: StudentChoiceProps) {
  const [text, setText] = useState("");
  const { found, problem } = useSearch(text.trim(), searchStudents, SEARCH);
  return (
    <PeoplePicker
      label="Search students"
      placeholder="Name or email"
      text={text}
      onType={setText}
      chosen={chosen}
      onChange={onChange}
      found={{
        candidates: found ?? [],
        status: found?.length === 0 ? "No students found." : null,
        problem,
      }}
      className="h-56"
    />
  );
}
