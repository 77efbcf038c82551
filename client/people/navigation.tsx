/** The links to the screens, for each role. */
import { useAtomValue } from "jotai";
import { Link, useLocation } from "wouter";
import MenuIcon from "../kit/ui/icon.tsx?menu";
import { isLearner, isStaff } from "../../server/kit/core/roles.ts";
import { Menu } from "../kit/ui/menu.tsx";
import { meAtom } from "../kit/net/session.ts";
import { UnreadDot, type UnreadKind, useSeen } from "../kit/news/unread.tsx";
import type { Links, NavLink } from "../routes.ts";
import { DeskWatch, WaitingCount } from "../desk/waiting-count.tsx";
import ClassNow from "../class-sessions/banner.tsx";

interface NavigationProps {
  links: Record<"visitors" | "learners" | "staff", Links>;
}

export function Navigation({ links: { visitors, learners, staff } }: NavigationProps) {
  const me = useAtomValue(meAtom);
  const links = isStaff(me) ? staff : isLearner(me) ? learners : visitors;
  const isShown = ({ only }: NavLink) => only === undefined || only === me?.role;
  const bar = links.bar.filter(isShown);
  const more = links.more.filter(isShown);
  const [path] = useLocation();
  const here = [...bar, ...more].find((place) => isAt(place, path));
  useSeen(here?.unread ?? null);
  return (
    <>
      {me !== null && (isStaff(me) ? <DeskWatch /> : <ClassNow />)}
      <nav aria-label="Main" className="order-2 hidden items-center lg:flex">
        {bar.map((place) => (
          <PlaceLink key={place.path} {...place} className="btn btn-ghost max-[88rem]:px-2.5" />
        ))}
        {more.length > 0 && (
          <Menu
            label={
              <>
                <span className={here !== undefined && !bar.includes(here) ? HERE : ""}>More</span>
                <Corner of={unreadOf(more)} />
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
              <Corner of={unreadOf([...bar, ...more])} />
            </>
          }
          className="btn-square"
          plain
        >
          {[...bar, ...more.filter(({ path }) => bar.every((one) => one.path !== path))].map((
            place,
          ) => (
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

/** Not all addresses below "/" and "/mentor" belong to the home page and the dashboard. */
const isAt = ({ path }: NavLink, here: string): boolean =>
  here === path || (path !== "/" && path !== "/mentor" && here.startsWith(`${path}/`));

const unreadOf = (places: readonly NavLink[]): UnreadKind[] =>
  places.flatMap(({ unread }) => unread ?? []);

function PlaceLink({ className = "py-2", ...place }: NavLink & { className?: string }) {
  const { path, href = path, name, unread, counts } = place;
  const [here] = useLocation();
  const isHere = isAt(place, here);
  return (
    <Link
      href={href}
      aria-current={isHere ? "page" : undefined}
      className={`${className} relative font-semibold`}
    >
      <span className={isHere ? HERE : ""}>{name}</span>
      {counts && <WaitingCount of={counts} />}
      {unread && <Corner of={unread} />}
    </Link>
  );
}

/** The mark of what is unread, in a corner, so that it moves nothing when it comes. */
const Corner = ({ of }: { of: UnreadKind | readonly UnreadKind[] }) => (
  <span className="absolute top-1.5 right-1 flex">
    <UnreadDot place={of} />
  </span>
);
