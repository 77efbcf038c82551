/** Chooses the recipients of a personal message: staff, volunteers, and for staff students. */
import { useAtomValue } from "jotai";
import { useId, useState } from "react";
import UserPlus from "../kit/ui/icon.tsx?user-plus";
import { isStaff } from "../../server/kit/core/roles.ts";
import type { Recipient } from "../../server/people/schema.ts";
import { useFetched } from "../kit/data/query.ts";
import { useSearch } from "../kit/data/use-search.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { meAtom } from "../kit/net/session.ts";
import { toast } from "../kit/data/toast.ts";
import { searchStudents } from "../assignments/actions.ts";
import { ChosenPeople, isFoundBy, PeoplePicker, type Person } from "../people/picker.tsx";
import { fetchRecipients } from "./actions.ts";
import { Button } from "../kit/ui/button.tsx";

const FAILED = "Failed to fetch recipients.";

interface RecipientsProps {
  chosen: readonly Person[];
  onChange: (chosen: readonly Person[]) => void;
  error: string | undefined;
}

export function Recipients({ chosen, onChange, error }: RecipientsProps) {
  const [choosing, setChoosing] = useState(false);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="space-y-2">
      <p id={id} className="font-semibold">Recipients</p>
      <ChosenPeople chosen={chosen} onChange={onChange} />
      <Button
        aria-haspopup="dialog"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onClick={() => setChoosing(true)}
        icon={UserPlus}
      >
        Select Recipients
      </Button>
      {error && <p id={`${id}-error`} className="text-sm font-medium text-error">{error}</p>}
      {choosing && (
        <Picker
          chosen={chosen}
          onDone={(next) => {
            onChange(next);
            if (next.length > 0) toast.success("Recipients selected.");
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

interface PickerProps {
  chosen: readonly Person[];
  onDone: (chosen: readonly Person[]) => void;
  onClose: () => void;
}

function Picker({ chosen, onDone, onClose }: PickerProps) {
  const me = useAtomValue(meAtom);
  const [picked, setPicked] = useState(chosen);
  const [text, setText] = useState("");
  const wanted = text.trim();
  const [people, { problem }] = useFetched(fetchRecipients, FAILED);
  const students = useSearch(isStaff(me) ? wanted : "", findStudents, { failed: FAILED });
  const matching = people?.filter((one) => isFoundBy(one, wanted));
  const candidates = [...matching ?? [], ...students.found ?? []];
  const isLoading = people === null && problem === "";
  const isNobody = people !== null && candidates.length === 0;
  return (
    <Dialog title="Select Recipients" onClose={onClose} wide>
      <PeoplePicker
        label={isStaff(me) ? "Search mentors, volunteers, admins and students" : "Search"}
        placeholder={isStaff(me) ? "Name or email" : "Name"}
        text={text}
        onType={setText}
        chosen={picked}
        onChange={setPicked}
        found={{
          candidates,
          status: isLoading ? "Loading recipients..." : isNobody ? "No matches." : null,
          problem: problem || students.problem,
        }}
        detail={({ role }) => <span className="text-sm text-muted capitalize">{role}</span>}
        className="h-72"
      />
      <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="mr-auto text-muted">{picked.length} selected</p>
        <Button onClick={onClose}>Cancel</Button>
        <Button className="btn-primary" onClick={() => onDone(picked)}>Select</Button>
      </div>
    </Dialog>
  );
}

async function findStudents(text: string, signal: AbortSignal): Promise<Recipient[]> {
  const found = await searchStudents(text, signal);
  return found.map((student) => ({ ...student, role: "student" }));
}
