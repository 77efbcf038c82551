/** A briefing as a card, with what its reader may do with it. */
import { Pencil, Trash2 } from "lucide-react";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { can } from "../../server/briefings/policy.ts";
import type { Briefing } from "../../server/briefings/schema.ts";
import { todayAtom } from "../kit/day.ts";
import { Confirm, Dialog } from "../kit/dialog.tsx";
import { meAtom } from "../kit/session.ts";
import { showDay } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { deleteBriefing } from "./actions.ts";
import { BriefingForm } from "./form.tsx";
import { BriefingTexts } from "./texts.tsx";

const says = {
  created: "Briefing created successfully!",
  updated: "Briefing updated successfully!",
  failed: "Failed to update briefing.",
};

type Doing = { what: "edit" | "delete"; to: Briefing } | null;

export function BriefingCards({ briefings }: { briefings: readonly Briefing[] }) {
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  return (
    <>
      <ul className="grid items-start gap-4 xl:grid-cols-2">
        {briefings.map((briefing) => (
          <li key={briefing._id} className="min-w-0">
            <Card briefing={briefing} onDo={(what) => setDoing({ what, to: briefing })} />
          </li>
        ))}
      </ul>
      {doing?.what === "edit" && (
        <Dialog title={`Edit Briefing: ${showDay(doing.to.day)}`} onClose={close} wide>
          <BriefingForm
            day={doing.to.day}
            briefing={briefings.find(({ day }) =>
              day === doing.to.day
            ) ?? null}
            canCreate={false}
            says={says}
            button="Save"
            onSaved={close}
          >
            <button type="button" className="btn" onClick={close}>Cancel</button>
          </BriefingForm>
        </Dialog>
      )}
      {doing?.what === "delete" && (
        <Confirm
          title="Delete briefing"
          action="Delete"
          deletes
          onConfirm={() => void remove(doing.to._id)}
          onClose={close}
        >
          <p>
            Do you really want to delete the briefing of{" "}
            <strong>{showDay(doing.to.day)}</strong>? It cannot be brought back.
          </p>
        </Confirm>
      )}
    </>
  );
}

async function remove(id: string): Promise<void> {
  try {
    await deleteBriefing(id);
    toast.success("Briefing deleted successfully!");
  } catch {
    toast.error("Failed to delete briefing.");
  }
}

function Card({ briefing, onDo }: { briefing: Briefing; onDo: (what: "edit" | "delete") => void }) {
  const me = useAtomValue(meAtom);
  const isToday = useAtomValue(todayAtom) === briefing.day;
  const day = showDay(briefing.day);
  return (
    <article className="panel p-5">
      <header className="mb-4 flex items-start gap-2">
        <div className="grow">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold">
            <time dateTime={briefing.day}>{day}</time>
            {isToday && (
              <span className="badge border-0 bg-accent font-bold text-accent-content">Today</span>
            )}
          </h3>
          <p className="text-sm text-muted">{briefing.createdBy.name}</p>
        </div>
        {can.write(me) && (
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={`Edit the briefing of ${day}`}
            title="Edit"
            onClick={() => onDo("edit")}
          >
            <Pencil aria-hidden className="size-5" />
          </button>
        )}
        {can.delete(me) && (
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={`Delete the briefing of ${day}`}
            title="Delete"
            onClick={() => onDo("delete")}
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        )}
      </header>
      <BriefingTexts briefing={briefing} />
    </article>
  );
}
