/** Ends the mails of a kind, for somebody who follows the link in one of them. */
import { useState } from "react";
import { Link } from "wouter";
import { useCall } from "../kit/data/use-call.ts";
import { errorText } from "../kit/net/api.ts";
import { Button } from "../kit/ui/button.tsx";
import { CardPage } from "../kit/ui/card-page.tsx";
import { endMails } from "./actions.ts";

export default function Unsubscribe() {
  const [sentence, setSentence] = useState("");
  const { busy, run } = useCall();
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const end = () =>
    endMails(token).then(
      () => setSentence("Done: you will not get these emails any more."),
      (error) => setSentence(errorText(error, "This did not work. Please try again.")),
    );
  return (
    <CardPage title="Mails from Doubtless">
      <p>You get a mail about this because your settings ask for it.</p>
      <Button className="btn-primary btn-block btn-lg" busy={busy} onClick={() => run(end)}>
        Stop these emails
      </Button>
      <p role="status" className="font-semibold empty:hidden">{sentence}</p>
      <p>
        <Link href="/profile#notifications" className="link-plain">All settings</Link>
      </p>
    </CardPage>
  );
}
