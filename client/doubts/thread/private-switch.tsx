/** The switch with which its owner makes a doubt private, or open to the class again. */
import { isOpenToClass } from "../../../server/doubts/policy.ts";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { setPrivate } from "../actions.ts";

export default function PrivateSwitch({ doubt }: { doubt: Doubt }) {
  const { busy, run } = useCall("The doubt could not be changed.");
  return (
    <div className="panel p-4">
      <label className="flex cursor-pointer items-center gap-3 font-semibold">
        <input
          type="checkbox"
          role="switch"
          className="toggle toggle-primary"
          checked={doubt.private}
          aria-disabled={busy}
          aria-describedby="private-hint"
          onChange={({ target }) => run(() => setPrivate(doubt._id, target.checked))}
        />
        Private doubt
      </label>
      <p id="private-hint" className="mt-2 text-sm text-muted">
        {isOpenToClass(doubt)
          ? "The class can read this, and learn from it."
          : "Only you, mentors and admins can read this."}
      </p>
    </div>
  );
}
