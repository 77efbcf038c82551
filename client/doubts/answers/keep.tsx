/** The button with which staff keep an answered doubt for later classes. */
import Bookmark from "../../kit/ui/icon.tsx?bookmark";
import type { ListedDoubt } from "../../../server/doubts/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { keepDoubt } from "./actions.ts";
import { Button } from "../../kit/ui/button.tsx";

export default function Keep({ doubt: { _id: id, kept = false } }: { doubt: ListedDoubt }) {
  const { busy, run } = useCall("This could not be saved.");
  return (
    <Button
      icon={Bookmark}
      className={`btn-sm ${kept ? "btn-primary" : ""}`}
      aria-pressed={kept}
      busy={busy}
      onClick={() => run(() => keepDoubt(id, !kept))}
    >
      Keep for later classes
    </Button>
  );
}
