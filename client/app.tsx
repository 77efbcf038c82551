/** The routes, who may enter, and the frame around them. */
import { useAtomValue } from "jotai";
import { type ComponentType, Fragment, Suspense, useEffect } from "react";
import { Link, Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { isLearner, isStaff, type Role } from "../server/kit/roles.ts";
import { Boundary } from "./kit/boundary.tsx";
import { isProjector } from "./kit/display.ts";
import { insistently } from "./kit/insistently.ts";
import { lazily } from "./kit/lazily.tsx";
import { noteDrawn, shown } from "./kit/load.ts";
import { meAtom } from "./kit/session.ts";
import { Shell } from "./kit/shell.tsx";
import { store } from "./kit/store.ts";
import { toast } from "./kit/toast.tsx";
import { Account } from "./people/account.tsx";
import { Navigation } from "./people/navigation.tsx";

type Access = "public" | "learners" | "staff" | "admins" | "everyone";

interface Screen {
  access: Access;
  View: ReturnType<typeof lazily<object>>;
}

function screen(access: Access, load: () => Promise<{ default: ComponentType }>): Screen {
  return { access, View: lazily(load, { isPage: true }) };
}

const home = screen("public", () => import("./home/home.tsx"));

const screens: Record<string, Screen> = {
  "/": home,
  "/home": home,
  "/login": screen("public", () => import("./auth/login.tsx")),
  "/register": screen("public", () => import("./auth/register.tsx")),
  "/verify-otp": screen("public", () => import("./auth/verify.tsx")),
  "/forgot-password": screen("public", () => import("./auth/forgot.tsx")),
  "/reset-password": screen("public", () => import("./auth/reset.tsx")),
  "/dashboard": screen("learners", () => import("./dashboards/student.tsx")),
  "/mentor": screen("staff", () => import("./dashboards/mentor.tsx")),
  "/assignments": screen("everyone", () => import("./assignments/list.tsx")),
  "/assignments/:id": screen("everyone", () => import("./assignments/detail.tsx")),
  "/practice": screen("everyone", () => import("./assignments/practice.tsx")),
  "/resourse": screen("everyone", () => import("./assignments/resources.tsx")),
  "/solution/:id": screen("staff", () => import("./solutions/editor.tsx")),
  "/solutions": screen("staff", () => import("./reviews/list.tsx")),
  "/Student-solutions": screen("learners", () => import("./reviews/own.tsx")),
  "/contact": screen("public", () => import("./contact/contact.tsx")),
  "/About": screen("public", () => import("./about/about.tsx")),
  "/briefings/archive": screen("everyone", () => import("./briefings/archive.tsx")),
  "/messages": screen("everyone", () => import("./messages/list.tsx")),
  "/messages/:id": screen("everyone", () => import("./messages/detail.tsx")),
  "/progress": screen("staff", () => import("./goals/progress.tsx")),
  "/users": screen("admins", () => import("./people/users.tsx")),
  "/doubts": screen("everyone", () => import("./doubts/list.tsx")),
  "/doubts/:id": screen("everyone", () => import("./doubts/detail.tsx")),
};
const projector = screen("public", () => import("./home/projector.tsx"));
const notFound = screen("public", () => import("./home/not-found.tsx"));

const patternOf = (path: string): string =>
  path.replace(/^(\/(?:doubts|assignments|solution|messages))\/.+/, "$1/:id");

/** The code of the screen that the address names, so that the first thing shown is that screen. */
export async function fetchScreen(): Promise<void> {
  const asked = screens[patternOf(location.pathname)];
  if (asked?.access === "public" || store.get(meAtom) !== null) {
    await asked?.View.ahead(location.search);
  }
}

const exists = (path: string): boolean => path in screens;

/** The same for everybody: whoever is signed in meanwhile goes on in it. */
const FOR_ALL = new Set(["/contact", "/login"]);

/** Screens without a footer. */
const BARE = new Set(["/login", "/register"]);

export function App() {
  const [path] = useLocation();
  const query = useSearch();
  usePrefetch();
  useLive(screens[path] === home || path === "/About");
  if (isProjector(path, query)) {
    return (
      <Boundary place="projector" isUnattended>
        <Suspense>
          <projector.View />
        </Suspense>
      </Boundary>
    );
  }
  return (
    <Shell
      navigation={<Navigation exists={exists} />}
      account={<Account />}
      footer={BARE.has(path) ? null : <Footer />}
    >
      <Boundary place={path}>
        <Switch>
          {Object.entries(screens).map(([pattern, screen]) => (
            <Route key={pattern} path={pattern}>
              <Guarded {...screen} />
            </Route>
          ))}
          <Route>
            <Guarded {...notFound} />
          </Route>
        </Switch>
      </Boundary>
    </Shell>
  );
}

function Guarded({ access, View }: Screen) {
  const me = useAtomValue(meAtom);
  const [path] = useLocation();
  const query = useSearch();
  if (access !== "public" && me === null) {
    const here = query === "" ? path : `${path}?${query}`;
    return <SignIn returnUrl={here} />;
  }
  if (me !== null && !mayEnter(access, me)) {
    return <Redirect to={isStaff(me) ? "/mentor" : "/dashboard"} replace />;
  }
  // A screen of another address, or for another person, starts afresh.
  return (
    <Fragment key={FOR_ALL.has(path) ? path : `${path} ${me?._id}`}>
      <View />
      {me !== null && <Drawn />}
    </Fragment>
  );
}

/** Beside a screen, so that it is drawn with it and after it. */
function Drawn() {
  useEffect(noteDrawn, []);
  return null;
}

/** Said at the sign-in to whoever came to such a screen. */
const asks: Record<string, string> = {
  "/dashboard": "Please log in to view your dashboard.",
  "/doubts": "Please log in to view doubts.",
};

function SignIn({ returnUrl }: { returnUrl: string }) {
  const said = asks[returnUrl.split("?")[0] ?? ""];
  useEffect(() => {
    if (said !== undefined) toast.info(said);
  }, [said]);
  return <Redirect to={`/login?returnUrl=${encodeURIComponent(returnUrl)}`} replace />;
}

function mayEnter(access: Access, me: { _id: string; role: Role }): boolean {
  if (access === "learners") return isLearner(me);
  if (access === "staff") return isStaff(me);
  if (access === "admins") return me.role === "admin";
  return true;
}

/**
 * For whoever is signed in, and for visitors where something is live; what the first screen shows
 * comes first.
 */
function useLive(forVisitors: boolean): void {
  const wanted = useAtomValue(meAtom) !== null || forVisitors;
  useEffect(() => {
    if (!wanted) return;
    let isOver = false;
    void (async () => {
      await shown();
      if (isOver) return;
      const { startLive } = await insistently(() => import("./live.ts"));
      startLive();
    })();
    return () => {
      isOver = true;
    };
  }, [wanted]);
}

/** A link that is pointed at or focused is about to be followed: its code can come already. */
function usePrefetch(): void {
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link === null || link.origin !== location.origin) return;
      void screens[patternOf(link.pathname)]?.View.ahead(link.search);
    };
    document.addEventListener("pointerover", prefetch);
    document.addEventListener("focusin", prefetch);
    return () => {
      document.removeEventListener("pointerover", prefetch);
      document.removeEventListener("focusin", prefetch);
    };
  }, []);
}

function Footer() {
  return (
    <footer className="border-t border-base-300 bg-base-100 print:hidden">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-5 sm:px-6">
        <p className="text-muted">Doubtless: ask, and the whole class learns.</p>
        <nav aria-label="Footer" className="flex gap-5">
          <Link href="/" className="link-plain">Home</Link>
          {["/About", "/contact"].filter(exists).map((path) => (
            <Link key={path} href={path} className="link-plain">
              {path === "/About" ? "About" : "Contact"}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
