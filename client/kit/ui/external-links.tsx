/** The links of an announcement or a message, each with the name of its site. */
import ExternalLink from "./icon.tsx?external-link";

export function ExternalLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="space-y-1">
      {links.map((link, place) => (
        <li key={place}>
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="link-plain inline-flex max-w-56 items-center gap-1.5"
          >
            <span className="truncate">{hostOf(link)}</span>
            <ExternalLink aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const hostOf = (link: string): string => URL.parse(link)?.hostname.replace(/^www\./, "") ?? link;
