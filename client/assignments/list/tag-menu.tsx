/** The menu that gives an assignment out as homework, practice or classwork, and its due date. */
import { useState } from "react";
import CalendarClock from "../../kit/ui/icon.tsx?calendar-clock";
import {
  CLASS_DISTRIBUTION_TAGS,
  type ListedAssignment,
} from "../../../server/assignments/schema.ts";
import { Menu } from "../../kit/ui/menu.tsx";
import type { GivenOutAs } from "../actions.ts";
import GiveOut from "./give-out.tsx";

const names: Record<GivenOutAs, string> = { hw: "HW", practice: "Practice", cw: "CW" };

export function TagMenu({ item }: { item: ListedAssignment }) {
  const [chosen, setChosen] = useState<GivenOutAs | "due" | null>(null);
  return (
    <span className="flex items-center gap-1">
      {item.distributionTag !== "central" && (
        <button
          type="button"
          className="btn btn-ghost btn-sm btn-square"
          aria-label={`Due date: ${item.title}`}
          title="Due date"
          onClick={() => setChosen("due")}
        >
          <CalendarClock aria-hidden className="size-5" />
        </button>
      )}
      <Menu
        label="Change tag"
        name={`Change tag: ${item.title}`}
        align="end"
        className="btn-sm"
      >
        {CLASS_DISTRIBUTION_TAGS.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              aria-current={item.distributionTag === tag}
              disabled={item.distributionTag === tag}
              className="py-2"
              onClick={() => setChosen(tag)}
            >
              {names[tag]}
            </button>
          </li>
        ))}
      </Menu>
      {chosen !== null && <GiveOut item={item} chosen={chosen} onClose={() => setChosen(null)} />}
    </span>
  );
}
