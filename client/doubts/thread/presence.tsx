/** Shows who else is in the thread, who is typing, and who has claimed the doubt. */
import { useAtomValue } from "jotai";
import Users from "../../kit/ui/icon.tsx?users";
import { meAtom } from "../../kit/net/session.ts";
import { useDeviceNow } from "../../kit/ui/format-time.ts";
import { plural } from "../../kit/ui/plural.ts";
import { ClaimLine } from "../../kit/triage/claim-line.tsx";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { claim, release } from "../actions.ts";
import { presenceAtom, typingAtom } from "../state.ts";

const NAMED = 3;
const TYPING_FOR = 5000;

const list = new Intl.ListFormat("en-IN", { type: "conjunction" });

function names(people: readonly { name: string }[]): string {
  const named = people.slice(0, NAMED).map(({ name }) => name);
  const more = people.length - named.length;
  if (more > 0) named.push(plural(more, "other"));
  return list.format(named);
}

export function PresenceLine({ doubtId }: { doubtId: string }) {
  const me = useAtomValue(meAtom);
  const here = useAtomValue(presenceAtom)[doubtId] ?? [];
  const others = here.filter(({ _id }) => _id !== me?._id);
  if (others.length === 0) return null;
  return (
    <p className="flex items-start gap-2 px-1 text-muted">
      <Users aria-hidden className="mt-0.5 size-5 shrink-0" />
      {names(others)} {others.length === 1 ? "is" : "are"} here
    </p>
  );
}

export function TypingLine({ doubtId }: { doubtId: string }) {
  const all = useAtomValue(typingAtom)[doubtId] ?? [];
  const now = useDeviceNow(1000);
  const people = all.filter(({ at }) => now - at < TYPING_FOR).map(({ person }) => person);
  // The line always takes its height, so that nothing jumps.
  return (
    <p className="h-7 truncate px-1 pt-1 text-sm text-muted italic">
      {people.length > 0 && `${names(people)} ${people.length === 1 ? "is" : "are"} typing…`}
    </p>
  );
}

/** The claim: only one mentor at a time holds it, and the others see who. */
export function DoubtClaim({ doubt, isPanel }: { doubt: Doubt; isPanel?: boolean }) {
  const { _id: id, claim: held } = doubt;
  return (
    <ClaimLine
      claim={held}
      take={(takeOver) => claim(id, takeOver)}
      release={() => release(id)}
      item={`doubt:${id}`}
      isPanel={isPanel}
    />
  );
}
