/** The comments and the change that are sent with the reply or the review. Each can be removed. */
import X from "../kit/ui/icon.tsx?x";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { sayLines } from "./comment-box.tsx";
import { removeComment, setLink, setProposal, useAttached } from "./drafts/state.ts";
import { shorten } from "../kit/ui/shorten.ts";
import { sayClaim } from "./proposal.tsx";

/** The longest beginning of a linked doubt, in characters. */
const LINK_MOST = 60;

export default function Attachments({ subject }: { subject: string }) {
  const { comments, proposal, link } = useAttached(subject);
  const written = comments.filter(({ text }) => text.trim() !== "");
  if (written.length === 0 && !proposal && !link) return null;
  return (
    <ul aria-label="Also sent" className="flex flex-wrap gap-2">
      {written.map((comment) => (
        <Part
          key={`${comment.runId} ${comment.from} ${comment.to}`}
          name={`Comment on ${sayLines(comment).toLowerCase()}`}
          onRemove={() => removeComment(subject, comment)}
        />
      ))}
      {link && (
        <Part
          name={`Link to “${shorten(link.text, LINK_MOST)}”`}
          onRemove={() => setLink(subject, null)}
        />
      )}
      {proposal !== null && (
        <Part
          name={`Your change of the program (${sayClaim(proposal)})`}
          onRemove={() => setProposal(subject, null)}
        />
      )}
    </ul>
  );
}

function Part({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-1 rounded-field border border-base-300 bg-base-200 pl-2 text-sm">
      {name}
      <IconButton icon={X} name={`Remove: ${name}`} onClick={onRemove} />
    </li>
  );
}
