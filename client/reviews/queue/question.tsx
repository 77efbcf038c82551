/** The question of a response, loaded when it is unfolded. */
import { useAtomValue } from "jotai";
import { loadAssignment } from "../../assignments/actions.ts";
import { Question } from "../../assignments/detail/question.tsx";
import { detailsAtom } from "../../assignments/state.ts";
import { useLoad } from "../../kit/data/query.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";

export default function LoadedQuestion({ id }: { id: string }) {
  const detail = useAtomValue(detailsAtom)[id];
  const loading = useLoad(loadAssignment, "Failed to fetch assignment details", detail?.stale, id);
  if (detail !== undefined) return <Question assignment={detail.assignment} />;
  return <NotLoaded loading={loading} label="Loading assignment details..." skeleton="h-64" />;
}
