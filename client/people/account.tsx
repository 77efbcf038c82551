/** The account menu of the signed-in user, or the links to register and sign in. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import LogIn from "../kit/ui/icon.tsx?log-in";
import LogOut from "../kit/ui/icon.tsx?log-out";
import { ThemeEntries } from "../kit/app/theme.tsx";
import { Menu } from "../kit/ui/menu.tsx";
import { canNotify, notifyingAtom, switchNotifications } from "../kit/news/notifications.ts";
import { meAtom, signOut } from "../kit/net/session.ts";
import { Avatar } from "./avatar.tsx";

export function Account() {
  const me = useAtomValue(meAtom);
  const isNotifying = useAtomValue(notifyingAtom);
  if (me === null) {
    return (
      <>
        <Link href="/register" className="btn btn-ghost max-sm:hidden">Register</Link>
        <Link href="/login" className="btn btn-primary">
          <LogIn aria-hidden className="size-4 max-sm:hidden" />
          Sign In
        </Link>
      </>
    );
  }
  return (
    <Menu
      align="end"
      className="px-2"
      label={
        <>
          <Avatar name={me.name} image={me.profileImage} />
          <span className="max-w-40 truncate max-md:sr-only lg:max-[70rem]:sr-only xl:max-w-64">
            {me.name}
          </span>
          <span className="sr-only">, {me.role}: account</span>
        </>
      }
    >
      <li className="menu-title text-base-content">
        <span className="block font-bold">{me.name}</span>
        <span className="block font-normal text-muted capitalize">{me.role}</span>
      </li>
      <li>
        <Link href="/profile" className="py-2">My profile</Link>
      </li>
      {canNotify && (
        <li>
          <button
            type="button"
            className="py-2"
            onClick={() => void switchNotifications(!isNotifying)}
          >
            {isNotifying ? "Turn off notifications" : "Turn on notifications"}
          </button>
        </li>
      )}
      <ThemeEntries />
      <li>
        <button type="button" className="py-2 font-semibold" onClick={signOut}>
          <LogOut aria-hidden className="size-4" />
          Logout
        </button>
      </li>
    </Menu>
  );
}
