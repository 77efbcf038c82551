/** While somebody describes a doubt: threads in which the same was asked before. */
import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { ListedDoubt } from "../../server/doubts/schema.ts";
import { plain } from "../kit/markup.tsx";
import { similarDoubts } from "./actions.ts";
import { StatusBadge } from "./status.tsx";

const TYPED_AFTER = 350;
const ENOUGH = 8;

export function SimilarDoubts({ assignmentId, text }: { assignmentId: string; text: string }) {
  const [found, setFound] = useState<ListedDoubt[]>([]);
  const asked = text.trim();
  useEffect(() => {
    if (asked.length < ENOUGH) return setFound([]);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setFound(await similarDoubts({ assignmentId, text: asked.slice(0, 2000) }, stop.signal));
      } catch {
        // An offer only: without it, the doubt is raised just the same.
      }
    }, TYPED_AFTER);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [assignmentId, asked]);
  return (
    <div role="status">
      {found.length > 0 && (
        <div className="rounded-field border-l-4 border-accent bg-accent/10 p-3">
          <p className="mb-2 font-semibold">Perhaps answered already:</p>
          <ul className="space-y-2">
            {found.map((doubt) => (
              <li key={doubt._id} className="flex items-start gap-2">
                <StatusBadge status={doubt.currentStatus} />
                <Link href={`/doubts/${doubt._id}`} className="link-plain line-clamp-2 min-w-0">
                  {plain(doubt.doubtText)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
