/** The form that edits an entry of a thread, and the entry's earlier versions for staff. */
import { useCallback, useState } from "react";
import type { Entry } from "../../../server/doubts/schema.ts";
import { useLoad } from "../../kit/data/query.ts";
import { api, call, once } from "../../kit/net/api.ts";
import { Mend } from "../../threads/mend.tsx";
import { fetchWritten } from "../actions.ts";
import { storeOwn } from "../state.ts";

interface MendEntryProps {
  doubtId: string;
  entry: Entry;
  mayEdit: boolean;
  readsVersions: boolean;
  onClose: () => void;
}

export default function MendEntry(props: MendEntryProps) {
  const { doubtId, entry, mayEdit, readsVersions, onClose } = props;
  const at = api.doubts[":id"].entries[":entryId"];
  const param = { id: doubtId, entryId: entry._id };
  const [written, setWritten] = useState(mayEdit ? entry.message : "");
  // A pushed entry does not have it.
  const load = useCallback(async () => {
    if (written === undefined) setWritten(await fetchWritten(doubtId, entry));
  }, [doubtId, entry, written]);
  useLoad(load, "Failed to load your text.");
  if (written === undefined) return <div className="mx-4 mb-4 skeleton h-28" />;
  return (
    <Mend
      id={entry._id}
      text={written}
      save={mayEdit
        ? async (text, key) => {
          storeOwn(await call(at.$patch({ param, json: { text } }, once(key))));
        }
        : undefined}
      versions={readsVersions && entry.editedAt !== undefined
        ? async () => (await call(at.versions.$get({ param }))).data
        : undefined}
      onClose={onClose}
    />
  );
}
