/** A text for a thread that was resolved before it could be sent: nothing typed is lost. */
import { begin } from "../kit/take-over.ts";
import { toast } from "../kit/toast.tsx";
import { type ThreadDraft, useThreadDraft } from "./compose.tsx";

export function Unsent({ doubtId }: { doubtId: string }) {
  return (
    <>
      <UnsentText kind="reply" doubtId={doubtId} />
      <UnsentText kind="followup" doubtId={doubtId} />
    </>
  );
}

function UnsentText({ kind, doubtId }: { kind: keyof ThreadDraft; doubtId: string }) {
  const [draft, , discard] = useThreadDraft(kind, doubtId);
  const text = draft[kind] ?? "";
  if (text.trim() === "") return null;
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success("Copied.");
    } catch {
      toast.error("Failed to copy.");
    }
  }
  return (
    <section aria-label="Not sent" className="panel space-y-3 p-4">
      <p className="font-semibold">
        This was not sent, because the doubt was resolved first. Only you can see it:
      </p>
      <p className="rounded-field bg-base-200 p-3 whitespace-pre-wrap">{text}</p>
      <div className="flex gap-3">
        <button type="button" className="btn" onClick={copy}>Copy</button>
        <button
          type="button"
          className="btn"
          onClick={({ currentTarget }) => {
            // It goes; one goes on with what has become of the doubt.
            const section = currentTarget.closest("section");
            begin(section?.closest("article") ?? section?.parentElement ?? null);
            discard();
          }}
        >
          Discard
        </button>
      </div>
    </section>
  );
}
