/** Registers the screens of routes.ts, checks access to them, and renders the frame around them. */
import { useAtomValue } from "jotai";
import { Fragment, Suspense, useEffect } from "react";
import { Link, Redirect, Route, Switch, useLocation, useSearch } from "wouter";
import { isLearner, isStaff, type Role } from "../server/kit/core/roles.ts";
import { useFetchAhead, useIsActive } from "./kit/focus/user-activity.ts";
import { ErrorBoundary } from "./kit/app/error-boundary.tsx";
import { isProjector } from "./kit/app/projector-mode.ts";
import { lazyComponent } from "./kit/ui/lazy.tsx";
import { meAtom } from "./kit/net/session.ts";
import { Shell } from "./kit/app/shell.tsx";
import { isTriageNamed } from "./kit/app/view-switch.tsx";
import { retryUntilLoaded } from "./kit/net/retry.ts";
import { store } from "./kit/net/store.ts";
import { toast } from "./kit/data/toast.ts";
import { startLive } from "./live.ts";
import { PaletteButton } from "./palette/button.tsx";
import { Account } from "./people/account.tsx";
import { Navigation } from "./people/navigation.tsx";
import { type Access, navigation, type ScreenRoute, screens as routes } from "./routes.ts";
import { CardPage } from "./kit/ui/card-page.tsx";
import QuickQuestionWatch from "./quick-questions/watch.tsx";
import Bell from "./notifications/bell.tsx";
import { StepLinks } from "./runs/steps/step-links.tsx";

type LazyView = ReturnType<typeof lazyComponent<object>>;
interface Screen extends Omit<ScreenRoute, "load" | "triage"> {
  View: LazyView;
  Triage?: LazyView;
}

const screens: Record<string, Screen> = Object.fromEntries(
  routes.map(({ load, triage, ...route }) => [route.path, {
    ...route,
    View: lazyComponent(load, { isPage: true }),
    ...triage && { Triage: lazyComponent(triage, { isPage: true }) },
  }]),
);
/** The schemas of all forms are one file, which the page's links have fetched. */
const fetchSchemas = () => retryUntilLoaded(() => import("../server/kit/core/schema.ts"));
const Projector = lazyComponent(() => import("./home/projector.tsx"), { isPage: true });

/** The code of a screen: for staff, its address may name the triage view. */
const codeOf = ({ View, Triage }: Pick<Screen, "View" | "Triage">, query: string): LazyView =>
  Triage && isTriageNamed(query) && isStaff(store.get(meAtom)) ? Triage : View;

export async function fetchScreen({ pathname, search }: Pick<Location, "pathname" | "search">) {
  const screen = screens[pathname] ?? screens[pathname.replace(/[^/]+$/, ":id")];
  if (screen && (screen.access === "public" || store.get(meAtom) !== null)) {
    await codeOf(screen, search).ahead();
  }
}

export function App() {
  const [path] = useLocation();
  const query = useSearch();
  const isTriage = isTriageNamed(query);
  usePrefetch();
  const isActive = useIsActive();
  useFetchAhead(isActive ? fetchSchemas : null);
  useLive(screens[path]?.liveForVisitors ?? false);
  if (isProjector(path, query)) {
    return (
      <ErrorBoundary place="projector" isUnattended>
        <Suspense>
          <Projector />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return (
    <Shell
      navigation={<Navigation links={navigation} />}
      account={
        <>
          <Palette />
          <Account />
        </>
      }
      // A desk fills the window, which does not scroll.
      footer={screens[path]?.bare || isTriage ? null : <Footer />}
    >
      <ErrorBoundary place={path}>
        <Switch>
          {Object.values(screens).map((screen) => (
            <Route key={screen.path} path={screen.path}>
              <GuardedScreen {...screen} />
            </Route>
          ))}
          <Route>
            <NotFound key={path} />
          </Route>
        </Switch>
      </ErrorBoundary>
    </Shell>
  );
}

/** The command palette, the bell and quick questions are for signed-in users. */
function Palette() {
  const me = useAtomValue(meAtom);
  if (me === null) return null;
  return (
    <>
      <PaletteButton />
      <OwnNews id={me._id} />
    </>
  );
}

function GuardedScreen({ access, signIn, keepsOnSignIn, ...code }: Screen) {
  const me = useAtomValue(meAtom);
  const [path] = useLocation();
  const query = useSearch();
  if (access !== "public" && me === null) {
    const here = path + (query && `?${query}`) + location.hash;
    return <SignIn returnUrl={here} notice={signIn} />;
  }
  if (me !== null && !mayEnter(access, me)) {
    return <Redirect to={isStaff(me) ? "/mentor" : "/dashboard"} replace />;
  }
  const View = codeOf(code, query);
  // The key mounts a new screen for another address or another person.
  return (
    <Fragment key={keepsOnSignIn ? path : `${path} ${me?._id}`}>
      <View />
    </Fragment>
  );
}

function SignIn({ returnUrl, notice }: { returnUrl: string; notice: string | undefined }) {
  useEffect(() => {
    if (notice !== undefined) toast.info(notice);
  }, [notice]);
  return <Redirect to={`/login?returnUrl=${encodeURIComponent(returnUrl)}`} replace />;
}

function mayEnter(access: Access, me: { _id: string; role: Role }): boolean {
  if (access === "learners") return isLearner(me);
  if (access === "staff") return isStaff(me);
  if (access === "admins") return me.role === "admin";
  return true;
}

function useLive(forVisitors: boolean): void {
  const wanted = useAtomValue(meAtom) !== null || forVisitors;
  useEffect(() => {
    if (wanted) startLive();
  }, [wanted]);
}

/** Fetches a screen's code when a link to it is hovered or focused: it is likely to be followed. */
function usePrefetch(): void {
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link === null || link.origin !== location.origin) return;
      void fetchScreen(link);
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
      <div className="mx-auto flex max-w-[120rem] flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-5 sm:px-6">
        <p className="text-muted">Doubtless: ask, and the whole class learns.</p>
        <nav aria-label="Footer" className="flex gap-5">
          <Link href="/" className="link-plain">Home</Link>
          <Link href="/About" className="link-plain">About</Link>
          <Link href="/contact" className="link-plain">Contact</Link>
        </nav>
      </div>
    </footer>
  );
}

function NotFound() {
  return (
    <CardPage title="Page not found.">
      <p className="text-lg">The link may be old or mistyped. You can go to one of these pages:</p>
      <p className="flex flex-wrap gap-3">
        <Link href="/" className="btn btn-primary">Home</Link>
        <Link href="/doubts" className="btn">Doubts</Link>
        <Link href="/assignments" className="btn">All Assignments</Link>
      </p>
    </CardPage>
  );
}

function OwnNews({ id }: { id: string }) {
  return (
    <>
      <Bell key={id} />
      <QuickQuestionWatch />
      <StepLinks />
    </>
  );
}
