/** Briefings as cards, with the buttons that the signed-in person may use. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import ChevronDown from "../kit/ui/icon.tsx?chevron-down";
import Pencil from "../kit/ui/icon.tsx?pencil";
import Trash2 from "../kit/ui/icon.tsx?trash";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { can } from "../../server/briefings/policy.ts";
import type { Briefing } from "../../server/briefings/schema.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { Confirm, Dialog } from "../kit/ui/dialog.tsx";
import { meAtom } from "../kit/net/session.ts";
import { showDay } from "../kit/ui/format-time.ts";
import { toast } from "../kit/data/toast.ts";
import { deleteBriefing } from "./actions.ts";
import { BriefingTexts } from "./texts.tsx";
import { BriefingForm } from "./form.tsx";
import { Button } from "../kit/ui/button.tsx";

const says = {
  created: "Briefing created successfully!",
  updated: "Briefing updated successfully!",
  failed: "Failed to update briefing.",
};

type Doing = { what: "edit" | "delete"; to: Pick<Briefing, "_id" | "day"> } | null;

interface CardsProps {
  briefings: readonly Briefing[];
  all?: readonly Briefing[];
  /** Only the first one is unfolded. */
  isFolded?: boolean;
}

export function BriefingCards({ briefings, all = briefings, isFolded = false }: CardsProps) {
  const [doing, setDoing] = useState<Doing>(null);
  const close = () => setDoing(null);
  return (
    <>
      <ul className={`grid items-start gap-4 ${isFolded ? "gap-y-2" : "xl:grid-cols-2"}`}>
        {briefings.map((briefing, place) => (
          <li key={briefing._id} className="min-w-0">
            <Card
              briefing={briefing}
              isFolded={isFolded && place > 0}
              onDo={(what) => setDoing({ what, to: { _id: briefing._id, day: briefing.day } })}
            />
          </li>
        ))}
      </ul>
      {doing?.what === "edit" && (
        <Dialog title={`Edit Briefing: ${showDay(doing.to.day)}`} onClose={close} wide>
          <BriefingForm
            day={doing.to.day}
            briefing={all.find(({ day }) =>
              day === doing.to.day
            ) ?? null}
            canCreate={false}
            says={says}
            button="Save"
            onSaved={close}
          >
            <Button onClick={close}>Cancel</Button>
          </BriefingForm>
        </Dialog>
      )}
      {doing?.what === "delete" && (
        <Confirm
          title="Delete briefing"
          action="Delete"
          isFinal
          onConfirm={() => remove(doing.to._id)}
          onClose={close}
        >
          <p>
            Do you really want to delete the briefing of{" "}
            <strong>{showDay(doing.to.day)}</strong>? This cannot be undone.
          </p>
        </Confirm>
      )}
    </>
  );
}

export function BriefingSkeletons({ isFolded = false }) {
  return (
    <div className={`grid gap-4 ${isFolded ? "" : "xl:grid-cols-2"}`}>
      {[0, 1, 2, 3].map((place) => <div key={place} className="skeleton h-80 rounded-box" />)}
    </div>
  );
}

const remove = (id: string) =>
  toast.outcome(
    deleteBriefing(id),
    "Briefing deleted successfully!",
    "Failed to delete briefing.",
  );

interface CardProps {
  briefing: Briefing;
  isFolded: boolean;
  onDo: (what: "edit" | "delete") => void;
}

function Card({ briefing, isFolded, onDo }: CardProps) {
  const me = useAtomValue(meAtom);
  const isToday = useAtomValue(todayAtom) === briefing.day;
  const day = showDay(briefing.day);
  const [isOpen, setOpen] = useState(!isFolded);
  const name = <time dateTime={briefing.day}>{day}</time>;
  return (
    <article className={`panel px-4 sm:px-5 ${isOpen ? "py-4" : "py-1"}`}>
      <header className={`flex items-start gap-2 ${isOpen ? "mb-4" : ""}`}>
        <div className="min-w-0 grow">
          <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-bold">
            {isFolded
              ? (
                <button
                  type="button"
                  className="inline-flex cursor-pointer items-center gap-2 py-1 hover:underline"
                  aria-expanded={isOpen}
                  onClick={() => setOpen(!isOpen)}
                >
                  <ChevronDown aria-hidden className={`size-4 ${isOpen ? "rotate-180" : ""}`} />
                  {name}
                </button>
              )
              : name}
            {isToday && (
              <span className="badge border-0 bg-accent font-bold text-accent-content">Today</span>
            )}
          </h3>
          {isOpen && (
            <p className="text-sm text-muted">
              {briefing.createdBy.name}
              {briefing.term && ` · of a term that has ended (${briefing.term})`}
            </p>
          )}
        </div>
        {isOpen && !briefing.term && can.write(me) && (
          <IconButton
            icon={Pencil}
            name={`Edit the briefing of ${day}`}
            large
            className="btn-ghost"
            title="Edit"
            onClick={() => onDo("edit")}
          />
        )}
        {isOpen && !briefing.term && can.delete(me) && (
          <IconButton
            icon={Trash2}
            name={`Delete the briefing of ${day}`}
            large
            className="btn-ghost"
            title="Delete"
            onClick={() => onDo("delete")}
          />
        )}
      </header>
      {isOpen && <BriefingTexts briefing={briefing} />}
    </article>
  );
}
