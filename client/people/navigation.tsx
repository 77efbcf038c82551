/** The way through the app, for each role; only to what is there. */
import { Menu as MenuIcon } from "lucide-react";
import { useAtomValue } from "jotai";
import { Link, useLocation } from "wouter";
import { isLearner, isStaff, type Role } from "../../server/kit/roles.ts";
import { Menu } from "../kit/menu.tsx";
import { meAtom } from "../kit/session.ts";
import { UnreadDot, type UnreadPlace, useSeen } from "../kit/unread.tsx";

interface Place {
  path: string;
  name: string;
  only?: Role;
  /** What is new there is marked. */
  unread?: UnreadPlace;
  /** Going there is not enough to have seen it. */
  isDeeper?: true;
}
interface Way {
  bar: readonly Place[];
  more: readonly Place[];
}

const visitors: Way = {
  bar: [
    { path: "/", name: "Home" },
    { path: "/About", name: "About" },
    { path: "/contact", name: "Contact" },
  ],
  more: [],
};

const learners: Way = {
  bar: [
    { path: "/", name: "Home" },
    { path: "/contact", name: "Contact" },
    { path: "/dashboard", name: "Dashboard", unread: "messages", isDeeper: true },
    { path: "/practice", name: "Practice" },
    { path: "/doubts", name: "Doubts", unread: "doubts" },
  ],
  more: [
    { path: "/Student-solutions", name: "Q-Solved", unread: "solutions" },
    { path: "/briefings/archive", name: "Previous Briefings" },
  ],
};

const staff: Way = {
  bar: [
    { path: "/mentor", name: "Dashboard" },
    { path: "/resourse", name: "Resource" },
    { path: "/practice", name: "Practice" },
  ],
  more: [
    { path: "/doubts", name: "Doubts", unread: "doubts" },
    { path: "/solutions", name: "Solutions", unread: "solutions" },
    { path: "/progress", name: "Progress" },
    { path: "/messages", name: "Messages", unread: "messages" },
    { path: "/briefings/archive", name: "Briefings" },
    { path: "/users", name: "User Management", only: "admin" },
  ],
};

interface NavigationProps {
  /** Whether there is a screen at this path. */
  exists: (path: string) => boolean;
}

export function Navigation({ exists }: NavigationProps) {
  const me = useAtomValue(meAtom);
  const way = isStaff(me) ? staff : isLearner(me) ? learners : visitors;
  const open = ({ path, only }: Place) => exists(path) && (only === undefined || only === me?.role);
  const bar = way.bar.filter(open);
  const more = way.more.filter(open);
  const [path] = useLocation();
  const here = [...bar, ...more].find((place) => isAt(place, path) && !place.isDeeper);
  useSeen(here?.unread ?? null);
  return (
    <>
      <nav aria-label="Main" className="order-2 hidden items-center lg:flex">
        {bar.map((place) => <PlaceLink key={place.path} {...place} className="btn btn-ghost" />)}
        {more.length > 0 && (
          <Menu
            label={
              <>
                <span className={more.some((place) => isAt(place, path)) ? HERE : ""}>More</span>
                {" "}
                <UnreadDot place={unreadOf(more)} />
              </>
            }
          >
            {more.map((place) => (
              <li key={place.path}>
                <PlaceLink {...place} />
              </li>
            ))}
          </Menu>
        )}
      </nav>
      <nav aria-label="Main" className="order-0 lg:hidden">
        <Menu
          label={
            <>
              <MenuIcon aria-hidden className="size-5" />
              <span className="sr-only">Menu</span>
              <span className="absolute top-1.5 right-1.5 flex">
                <UnreadDot place={unreadOf([...bar, ...more])} />
              </span>
            </>
          }
          className="btn-square"
          plain
        >
          {[...bar, ...more].map((place) => (
            <li key={place.path}>
              <PlaceLink {...place} />
            </li>
          ))}
        </Menu>
      </nav>
    </>
  );
}

const HERE = "underline decoration-accent decoration-3 underline-offset-8";

const isAt = ({ path }: Place, here: string): boolean =>
  here === path || (path !== "/" && here.startsWith(`${path}/`));

const unreadOf = (places: readonly Place[]): UnreadPlace[] =>
  places.flatMap(({ unread }) => unread ?? []);

function PlaceLink({ className = "py-2", ...place }: Place & { className?: string }) {
  const { path, name, unread } = place;
  const [here] = useLocation();
  const isHere = isAt(place, here);
  return (
    <Link
      href={path}
      aria-current={isHere ? "page" : undefined}
      className={`${className} font-semibold ${isHere ? HERE : ""}`}
    >
      {name}
      {unread && <UnreadDot place={unread} />}
    </Link>
  );
}
