/** Gives an assignment out as homework, practice or classwork, after asking. */
import { useState } from "react";
import { GIVEN_OUT_AS, type ListedAssignment } from "../../server/assignments/schema.ts";
import { Confirm } from "../kit/dialog.tsx";
import { Menu } from "../kit/menu.tsx";
import { distribute, type GivenOutAs } from "./actions.ts";

const names: Record<GivenOutAs, string> = { hw: "HW", practice: "Practice", cw: "CW" };

export function TagMenu({ item }: { item: ListedAssignment }) {
  const [chosen, setChosen] = useState<GivenOutAs | null>(null);
  return (
    <>
      <Menu
        label="Change tag"
        name={`Change tag: ${item.title}`}
        align="end"
        className="btn-sm"
      >
        {GIVEN_OUT_AS.map((tag) => (
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
      {chosen !== null && (
        <Confirm
          title="Confirm Tag Change"
          action="Confirm"
          onConfirm={() => void distribute(item, chosen)}
          onClose={() => setChosen(null)}
        >
          Change the tag of “{item.title}” to <strong>{names[chosen]}</strong>?
        </Confirm>
      )}
    </>
  );
}
