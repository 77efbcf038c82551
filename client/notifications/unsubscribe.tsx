/** Ends the mails of a kind, for somebody who follows the link in one of them. */
import { useState } from "react";
import { Link } from "wouter";
import { useCall } from "../kit/data/use-call.ts";
import { Page } from "../kit/ui/page.tsx";
import { endMails } from "./actions.ts";

export default function Unsubscribe() {
  const [sentence, setSentence] = useState("");
  const { busy, run } = useCall("This did not work. Please try again.");
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const end = async () => {
    await endMails(token);
    setSentence("Done: you will not get these emails any more.");
  };
  return (
    <Page title="Mails from Doubtless" width="narrow">
      <div className="panel space-y-4 p-4 sm:p-6">
        <p>You get a mail about this because your settings ask for it.</p>
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={busy}
          onClick={() => run(end)}
        >
          Stop these emails
        </button>
        <p role="status" className="font-semibold">{sentence}</p>
        <p>
          <Link href="/profile#notifications" className="link-plain">All settings</Link>
        </p>
      </div>
    </Page>
  );
}
