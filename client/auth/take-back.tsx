/** Takes one's deleted account back, for somebody who follows the link in the mail. */
import { useState } from "react";
import { Link } from "wouter";
import { useCall } from "../kit/data/use-call.ts";
import { takeAccountBack } from "./actions.ts";
import { AuthCard } from "./card.tsx";
import { Button } from "../kit/ui/button.tsx";

export default function TakeBack() {
  const [sentence, setSentence] = useState("");
  const { busy, run } = useCall();
  const token = new URLSearchParams(location.search).get("token") ?? "";
  return (
    <AuthCard title="Restore your account">
      {sentence === ""
        ? (
          <>
            <p>You have deleted your account. Nothing of it is removed yet.</p>
            <Button
              className="btn-primary btn-block btn-lg"
              busy={busy}
              onClick={() => run(async () => setSentence(await takeAccountBack(token)))}
            >
              Restore it
            </Button>
          </>
        )
        : <p role="status" className="font-semibold">{sentence}</p>}
      <p>
        <Link href="/login" className="link-plain">Log in</Link>
      </p>
    </AuthCard>
  );
}
