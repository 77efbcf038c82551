/** Ends the mails of a kind, for somebody who follows the link in one of them. */
import { useState } from "react";
import { Link } from "wouter";
import { errorText } from "../kit/net/api.ts";
import { Page } from "../kit/ui/page.tsx";
import { endMails } from "./actions.ts";
import { Button } from "../kit/ui/button.tsx";

export default function Unsubscribe() {
  const [sentence, setSentence] = useState("");
  const [isBusy, setBusy] = useState(false);
  async function end() {
    setBusy(true);
    const token = new URLSearchParams(location.search).get("token") ?? "";
    const sentence = await endMails(token).then(
      () => "Done: you will not get these emails any more.",
      (error) => errorText(error, "This did not work. Please try again."),
    );
    setSentence(sentence);
    setBusy(false);
  }
  return (
    <Page title="Mails from Doubtless" width="narrow">
      <div className="panel space-y-4 p-4 sm:p-6">
        <p>You get a mail about this because your settings ask for it.</p>
        <Button
          className="btn-primary"
          busy={isBusy}
          onClick={() => isBusy || void end()}
        >
          Stop these emails
        </Button>
        <p role="status" className="font-semibold">{sentence}</p>
        <p>
          <Link href="/profile#notifications" className="link-plain">All settings</Link>
        </p>
      </div>
    </Page>
  );
}
