/** Offers once, when a text is sent, to put the code in it into a code block. */
import { useEffect, useState } from "react";
import { fencesToOffer, insertText } from "./paste.ts";
import { Button } from "../ui/button.tsx";

const areaOf = (id: string) => {
  const area = document.getElementById(id);
  return area instanceof HTMLTextAreaElement ? area : null;
};

export function CodeOffer({ id, text }: { id: string; text: string }) {
  const [offer, setOffer] = useState({ text: "", fenced: "" });
  useEffect(() => {
    const form = areaOf(id)?.form;
    function ask(event: Event) {
      const area = areaOf(id);
      const fenced = area && fencesToOffer(area);
      if (!area || !fenced) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setOffer({ text: area.value, fenced });
    }
    form?.addEventListener("submit", ask, { capture: true });
    return () => form?.removeEventListener("submit", ask, { capture: true });
  }, [id]);
  function accept() {
    const area = areaOf(id);
    area?.select();
    if (area) insertText(area, offer.fenced);
  }
  return (
    <div role="alert">
      {text !== "" && text === offer.text && (
        <p>
          This looks like code.{" "}
          <Button className="btn-sm" onClick={accept}>Put it into a code block</Button>{" "}
          Or send it again as it is.
        </p>
      )}
    </div>
  );
}
