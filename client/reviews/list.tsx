/** Solution reviews for mentors: the list, and a single response by its link. */
import { useSearchParams } from "wouter";
import { Export } from "../exports/export.tsx";
import { Page } from "../kit/ui/page.tsx";
import { useIsList, ViewSwitch } from "../kit/app/view-switch.tsx";
import Reviews, { BackToList } from "./cards.tsx";
import { ByLink } from "./queue/by-link.tsx";

export default function Solutions() {
  const [query] = useSearchParams();
  const isList = useIsList("reviews");
  const open = query.get("item");
  return (
    <Page
      // Another item is another screen: the new heading takes the focus.
      key={open}
      title="Solutions"
      aside={
        <div className="flex flex-wrap items-center gap-2">
          {open === null && <Export lists={{ responses: "Responses", reviews: "Reviews" }} />}
          <ViewSwitch of="reviews" path="/solutions" current="list" />
        </div>
      }
    >
      {isList && (open === null ? <Reviews /> : <Detail of={open} />)}
    </Page>
  );
}

function Detail({ of }: { of: string }) {
  return (
    <>
      <BackToList path="/solutions" className="mb-4">All reviews</BackToList>
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
