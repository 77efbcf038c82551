/** Solution reviews for mentors: the list, the triage view over it, and one by its link. */
import { ArrowLeft } from "lucide-react";
import { Suspense } from "react";
import { Link, useSearchParams } from "wouter";
import { lazily } from "../kit/lazily.tsx";
import { Page } from "../kit/page.tsx";
import { isTriageNamed, useView, Views } from "../kit/views.tsx";

const Reviews = lazily(() => import("./cards.tsx"));
const ReviewQueue = lazily(async () => ({ default: (await import("./queue.tsx")).ReviewQueue }));
const ByLink = lazily(async () => ({ default: (await import("./queue.tsx")).ByLink }));

export const within = (query: string) => (isTriageNamed(query) ? ReviewQueue : Reviews).ahead();

export default function Solutions() {
  const [query] = useSearchParams();
  const [view, choose] = useView("reviews");
  const isTriage = view === "triage";
  const open = query.get("item");
  return (
    <Page
      // Another item is another screen: the focus goes to its heading.
      key={isTriage ? "triage" : open}
      title="Solutions"
      dense={isTriage}
      aside={<Views path="/solutions" shown={view} onChoose={choose} />}
    >
      <Suspense fallback={<div className="skeleton h-[70vh]" />}>
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
