/** The threads that a doubt can be merged into: the arrow keys choose, and Enter merges. */
import { useState } from "react";
import type { Doubt, ListedDoubt } from "../../../server/doubts/schema.ts";
import { api, call, errorText } from "../../kit/net/api.ts";
import { useFetched } from "../../kit/data/query.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { LoadFailed } from "../../kit/ui/page.tsx";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { cardOf, storeRows } from "../state.ts";
import { SharersCount, StatusBadge } from "../status.tsx";

export default function MergePicker({ doubt, onMerged }: { doubt: Doubt; onMerged: () => void }) {
  const { _id: id } = doubt;
  const [offers, loading] = useFetched(fetchOffers, "Failed to fetch other doubts.", id);
  const [picked, setPicked] = useState<string>();
  const chosen = picked ?? offers?.[0]?._id;
  const { busy, run } = useCall();
  if (loading.state === "failed") return <LoadFailed loading={loading} />;
  if (offers === null) return <div className="skeleton h-40" />;
  if (offers.length === 0) return <p>Nobody else has an open doubt on this question.</p>;
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === undefined) return;
        run(async () => {
          await merge(id, chosen);
          toast.undoable("Merged. Its student follows the other doubt.", () => {
            unmerge(id).catch((error) =>
              toast.error(errorText(error, "The merge could not be undone."))
            );
          });
          onMerged();
        });
      }}
    >
      <p className="text-muted">
        This doubt is closed, and its student follows the one that you choose.
      </p>
      <fieldset className="max-h-[50dvh] space-y-2 overflow-y-auto p-1">
        <legend className="sr-only">Doubts on the same question</legend>
        {offers.map((offer) => (
          <label
            key={offer._id}
            className={`flex cursor-pointer items-start gap-3 rounded-field border p-3 ${
              chosen === offer._id ? "border-primary bg-base-200" : "border-base-300"
            }`}
          >
            <input
              type="radio"
              name="into"
              className="radio radio-primary radio-sm mt-1"
              checked={chosen === offer._id}
              onChange={() => setPicked(offer._id)}
            />
            <span className="min-w-0">
              <span className="line-clamp-2 wrap-anywhere">{plainText(offer.doubtText)}</span>
              <span className="flex flex-wrap items-center gap-2 text-sm">
                {offer.student.name}
                <StatusBadge status={offer.currentStatus} />
                <SharersCount doubt={offer} />
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <button type="submit" className="btn btn-primary" aria-disabled={busy}>Merge</button>
    </form>
  );
}

async function fetchOffers(id: string, signal: AbortSignal): Promise<ListedDoubt[]> {
  return (await call(api.doubts[":id"].merge.$get({ param: { id } }, { init: { signal } }))).data;
}

async function merge(id: string, into: string): Promise<void> {
  const { data, seq } = await call(
    api.doubts[":id"].merge.$put({ param: { id }, json: { into } }),
  );
  storeRows([cardOf(data)], seq);
}

export async function unmerge(id: string): Promise<void> {
  const { data, seq } = await call(api.doubts[":id"].merge.$delete({ param: { id } }));
  storeRows([cardOf(data)], seq);
}
