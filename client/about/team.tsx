/** The team: each member's name, role and links. */
import ExternalLink from "../kit/ui/icon.tsx?external-link";
import Mail from "../kit/ui/icon.tsx?mail";
import type { TeamMember } from "../../server/people/schema.ts";
import { Empty, SkeletonCards, useKnown } from "../kit/ui/page.tsx";
import { Avatar } from "../people/avatar.tsx";
import { loadTeam } from "./actions.ts";
import { teamAtom } from "./state.ts";

export function Team() {
  const [team, waiting] = useKnown(teamAtom, loadTeam, {
    failed: "Failed to load team members",
    label: "Loading the team...",
    placeholder: <SkeletonCards count={4} height="h-56" />,
  });
  if (team === null) return waiting;
  if (team.members.length === 0) return <Empty>The team will be introduced here.</Empty>;
  return (
    <ul className="cards">
      {team.members.map((member) => <Member key={member._id} member={member} />)}
    </ul>
  );
}

function Member(
  { member: { name, role, email, image, linkedin, github } }: { member: TeamMember },
) {
  return (
    <li className="panel flex flex-col items-center gap-3 p-6 text-center">
      <Avatar name={name} image={image} size="size-24 text-3xl" />
      <div>
        <h3 className="text-lg font-bold">{name}</h3>
        <p className="text-muted capitalize">{role}</p>
      </div>
      <ul className="mt-auto flex flex-wrap justify-center gap-x-4 gap-y-1">
        <li>
          <a
            href={`mailto:${email}`}
            className="link-plain inline-flex items-center gap-1.5"
            title={email}
          >
            <Mail aria-hidden className="size-4" /> Email
            <span className="sr-only">{name}</span>
          </a>
        </li>
        {linkedin !== null && <Profile href={linkedin} site="LinkedIn" of={name} />}
        {github !== null && <Profile href={github} site="GitHub" of={name} />}
      </ul>
    </li>
  );
}

function Profile({ href, site, of }: { href: string; site: string; of: string }) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className="link-plain inline-flex items-center gap-1.5"
      >
        {site}
        <ExternalLink aria-hidden className="size-4" />
        <span className="sr-only">of {of} (opens in a new tab)</span>
      </a>
    </li>
  );
}
