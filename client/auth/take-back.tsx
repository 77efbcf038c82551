/** Takes one's deleted account back, for somebody who follows the link in the mail. */
import { useState } from "react";
import { Link } from "wouter";
import { useCall } from "../kit/data/use-call.ts";
import { takeAccountBack } from "./actions.ts";
import { AuthCard } from "./card.tsx";

export default function TakeBack() {
  const [said, setSaid] = useState("");
  const { busy, run } = useCall();
  const token = new URLSearchParams(location.search).get("token") ?? "";
  return (
    <AuthCard title="Restore your account">
      {said === ""
        ? (
          <>
            <p>You have deleted your account. Nothing of it is removed yet.</p>
            <button
              type="button"
              className="btn btn-primary btn-block btn-lg"
              aria-disabled={busy}
              onClick={() => run(async () => setSaid(await takeAccountBack(token)))}
            >
              Restore it
            </button>
          </>
        )
        : <p role="status" className="font-semibold">{said}</p>}
      <p>
        <Link href="/login" className="link-plain">Log in</Link>
      </p>
    </AuthCard>
  );
}
