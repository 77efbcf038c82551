/** Large links to where one goes on from a dashboard. */
import { ArrowRight } from "lucide-react";
import { Link } from "wouter";

interface Way {
  href: string;
  title: string;
  about: string;
}

export function Ways({ ways }: { ways: readonly Way[] }) {
  return (
    <ul className="cards">
      {ways.map(({ href, title, about }) => (
        <li key={href}>
          <Link href={href} className="panel group block h-full p-5 hover:border-primary">
            <span className="flex items-center justify-between text-xl font-bold">
              {title}
              <ArrowRight
                aria-hidden
                className="size-5 text-primary transition-transform group-hover:translate-x-1"
              />
            </span>
            <span className="mt-1 block text-muted">{about}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
