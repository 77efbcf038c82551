/** The form that edits an entry of a thread, and the entry's earlier versions for staff. */
import type { Entry } from "../../../server/doubts/schema.ts";
import { api, call } from "../../kit/net/api.ts";
import { Mend } from "../../threads/mend.tsx";
import { keepReply } from "../state.ts";

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
  return (
    <Mend
      id={entry._id}
      text={entry.message}
      save={mayEdit
        ? async (text, key) => {
          const headers = { "Idempotency-Key": key };
          keepReply(await call(at.$patch({ param, json: { text } }, { headers })));
        }
        : undefined}
      versions={readsVersions && entry.editedAt !== undefined
        ? async () => (await call(at.versions.$get({ param }))).data
        : undefined}
      onClose={onClose}
    />
  );
}
