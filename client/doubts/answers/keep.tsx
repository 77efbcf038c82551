/** The button with which staff keep an answered doubt for later classes. */
import Bookmark from "../../kit/ui/icon.tsx?bookmark";
import type { ListedDoubt } from "../../../server/doubts/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { keepDoubt } from "./actions.ts";

export default function Keep({ doubt: { _id: id, kept = false } }: { doubt: ListedDoubt }) {
  const { busy, run } = useCall("This could not be saved.");
  return (
    <button
      type="button"
      className={`btn btn-sm ${kept ? "btn-primary" : ""}`}
      aria-pressed={kept}
      aria-disabled={busy || undefined}
      onClick={() => run(() => keepDoubt(id, !kept))}
    >
      <Bookmark aria-hidden className="size-4" /> Keep for later classes
    </button>
  );
}
