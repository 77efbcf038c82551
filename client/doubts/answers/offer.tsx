/** Answered doubts like the open one, beside the reply. One key fills in a link to the first. */
import { useEffect, useState } from "react";
import Link2 from "../../kit/ui/icon.tsx?link-2";
import type { Doubt, SimilarDoubt } from "../../../server/doubts/schema.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { plainText } from "../../kit/ui/rich-text.tsx";
import { linkTo, loadOffers } from "./actions.ts";
import { sayAlike } from "./badges.tsx";
import { Button } from "../../kit/ui/button.tsx";

/** The key of the first offered doubt, the best match. */
const KEY = "h";
const OFFERS_MOST = 3;

export default function Offer({ doubt }: { doubt: Doubt }) {
  const [found, setFound] = useState<SimilarDoubt[] | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    // It is only a suggestion: the doubt can be answered without it.
    loadOffers(doubt._id, stop.signal).then(setFound, () => {});
    return () => stop.abort();
  }, [doubt._id, doubt.entries]);
  const offers = (found ?? []).slice(0, OFFERS_MOST);
  const [best] = offers;
  function link({ _id: refersTo, doubtText }: SimilarDoubt) {
    linkTo(doubt._id, { refersTo, text: plainText(doubtText) });
    document.querySelector<HTMLElement>("textarea[name=reply]")?.focus();
  }
  useShortcuts(
    best
      ? [{
        keys: [KEY],
        name: "Put a link to the best answered doubt into the reply",
        run: () => link(best),
      }]
      : [],
    "Answer",
  );
  return (
    // It has its height from the beginning, so that nothing moves when the suggestions come.
    <section
      aria-label="Answered before"
      className="@container mb-2 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 text-sm"
    >
      <h3 className="font-semibold">Answered before</h3>
      {found !== null && offers.length === 0 && <p className="text-muted">None of these.</p>}
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1 sm:flex-nowrap">
        {offers.map((offer) => (
          <OfferRow
            key={offer._id}
            offer={offer}
            hotkey={offer === best ? KEY : undefined}
            onLink={() => link(offer)}
          />
        ))}
      </ul>
    </section>
  );
}

interface OfferRowProps {
  offer: SimilarDoubt;
  hotkey: string | undefined;
  onLink: () => void;
}

function OfferRow({ offer, hotkey, onLink }: OfferRowProps) {
  return (
    <li className="flex min-w-0 flex-1 items-center gap-2 max-sm:basis-full">
      <a
        href={`/doubts/${offer._id}`}
        target="_blank"
        rel="noreferrer"
        className="link-plain relative min-w-0 truncate"
      >
        {plainText(offer.doubtText)}
        <span className="sr-only">, opens in a new tab</span>
      </a>
      {offer.alike && (
        <span className="badge badge-sm badge-soft badge-primary shrink-0 @max-5xl:hidden">
          {sayAlike(offer.alike)}
        </span>
      )}
      <Button
        icon={Link2}
        className="btn-sm ml-auto shrink-0"
        aria-keyshortcuts={hotkey}
        onClick={onLink}
      >
        <span className="@max-5xl:sr-only">Answered here</span>
        <span className="sr-only">: {plainText(offer.doubtText)}</span>
        {hotkey && <kbd aria-hidden className="kbd kbd-sm max-lg:hidden">{hotkey}</kbd>}
      </Button>
    </li>
  );
}
