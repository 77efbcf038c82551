/** The unsent draft of a thread that was resolved first, so that no typed text is lost. */
import { focusFirst } from "../../kit/focus/hand-over-focus.ts";
import { toast } from "../../kit/data/toast.ts";
import { type ThreadDraft, useThreadDraft } from "./compose.tsx";
import { Button } from "../../kit/ui/button.tsx";

export default function UnsentDraft({ doubtId }: { doubtId: string }) {
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
        <Button onClick={copy}>Copy</Button>
        <Button
          onClick={({ currentTarget }) => {
            // This section disappears, so the focus moves to the doubt's outcome.
            const section = currentTarget.closest("section");
            focusFirst(section?.closest("article") ?? section?.parentElement ?? null);
            discard();
          }}
        >
          Discard
        </Button>
      </div>
    </section>
  );
}
