/** Solution reviews for mentors: the list, the triage view, and a single response by its link. */
import { Suspense } from "react";
import { Link, useSearchParams } from "wouter";
import ArrowLeft from "../kit/ui/icon.tsx?arrow-left";
import { Export } from "../exports/export.tsx";
import { useFetchAhead } from "../kit/focus/user-activity.ts";
import { lazyComponent } from "../kit/ui/lazy.tsx";
import { Page } from "../kit/ui/page.tsx";
import { isTriageNamed, useView, ViewSwitch } from "../kit/app/view-switch.tsx";
import Reviews from "./cards.tsx";

/** The triage view, and a response to decide, are screens of their own. */
const queue = () => import("./queue/queue.tsx");
const ReviewQueue = lazyComponent(async () => ({ default: (await queue()).ReviewQueue }));
const ByLink = lazyComponent(async () => ({ default: (await queue()).ByLink }));
if (isTriageNamed(location.search)) void ReviewQueue.ahead();

export default function Solutions() {
  useFetchAhead(ReviewQueue.ahead);
  const [query] = useSearchParams();
  const [view, choose] = useView("reviews");
  const isTriage = view === "triage";
  const open = query.get("item");
  return (
    <Page
      // Another item is another screen: the new heading takes the focus.
      key={isTriage ? "triage" : open}
      title="Solutions"
      dense={isTriage}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          {!isTriage && open === null && (
            <Export lists={{ responses: "Responses", reviews: "Reviews" }} />
          )}
          <ViewSwitch path="/solutions" shown={view} onChoose={choose} />
        </div>
      }
    >
      <Suspense fallback={<div className="skeleton h-[calc(100dvh-9rem)]" />}>
        {isTriage ? <ReviewQueue /> : open === null ? <Reviews /> : <Detail of={open} />}
      </Suspense>
    </Page>
  );
}

function Detail({ of }: { of: string }) {
  const [query] = useSearchParams();
  const back = new URLSearchParams(query);
  back.delete("item");
  return (
    <>
      <Link href={`/solutions?${back}`} className="btn mb-4">
        <ArrowLeft aria-hidden className="size-4" /> All reviews
      </Link>
      <ByLink
        key={of}
        of={of}
        docked={false}
        onSent={() => {
          document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
          scrollTo(0, 0);
        }}
      />
    </>
  );
}
