/** A row of a triage view: the student's name, how long it has waited, its subject and state. */
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import Eye from "../ui/icon.tsx?eye";
import Hand from "../ui/icon.tsx?hand";
import PencilLine from "../ui/icon.tsx?pencil-line";
import TriangleAlert from "../ui/icon.tsx?triangle-alert";
import { meAtom } from "../net/session.ts";
import type { Claim } from "./claims.ts";
import type { ReaderOf } from "../data/readers.ts";
import { readerText } from "./item-reader.ts";

interface RowProps {
  name: string;
  /** The waiting time, or the outcome. */
  state: ReactNode;
  about: ReactNode;
  /** Badges, at the start of the third line. */
  badge?: ReactNode;
  draft: "begun" | "refused" | null;
  detail?: ReactNode;
  claim: Claim | null;
  /** Another person who has it open, without a claim. */
  reader?: ReaderOf | null;
  /** The person who has finished it. It is shown instead of the claim. */
  doneBy?: string | null | undefined;
}

export function TriageRow(props: RowProps) {
  const { name, state, about, badge, draft, detail, claim, reader, doneBy } = props;
  const me = useAtomValue(meAtom);
  return (
    <>
      <span className="flex items-center gap-2">
        <span className="truncate font-bold">{name}</span>
        <span className="ml-auto">{state}</span>
      </span>
      {about}
      <span className="flex items-center gap-2 text-sm">
        {badge}
        {draft !== null && <DraftMark isRefused={draft === "refused"} />}
        {detail}
        <span className="ml-auto inline-flex max-w-[45%] shrink-0 items-center gap-1 text-secondary">
          {doneBy === undefined
            ? claim !== null
              ? (
                <>
                  <Hand aria-hidden className="size-4 shrink-0" />
                  <span className="truncate">
                    {claim.by._id === me?._id ? "You" : claim.by.name}
                  </span>
                </>
              )
              : reader && (
                <>
                  <Eye aria-hidden className="size-4 shrink-0" />
                  <span className="truncate" title={readerText(reader)}>{reader.by.name}</span>
                  <span className="sr-only">
                    is {reader.isWriting ? "writing" : "reading this"}
                  </span>
                </>
              )
            : doneBy && <span className="truncate">by {doneBy}</span>}
        </span>
      </span>
    </>
  );
}

function DraftMark({ isRefused }: { isRefused: boolean }) {
  const Icon = isRefused ? TriangleAlert : PencilLine;
  return (
    <span className="inline-flex shrink-0 items-center gap-1 font-semibold">
      <Icon aria-hidden className={`size-4 ${isRefused ? "text-error" : ""}`} />{" "}
      {isRefused ? "Not sent" : "Draft"}
    </span>
  );
}
