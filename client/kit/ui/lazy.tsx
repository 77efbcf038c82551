/** Components whose code is loaded on demand, with a message for a failed load. */
import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from "react";
import { retryUntilLoaded } from "../net/retry.ts";
import { noteRequest, useIsFirstShown } from "../data/query.ts";
import { Page } from "./page.tsx";
import { isOutdated } from "../net/build-version.ts";

type Load<P> = () => Promise<{
  default: ComponentType<P>;
  /** Loads the further files that the component needs for this query. */
  within?: (query: string) => Promise<void>;
}>;

interface Options<P> {
  /** The component is a whole screen. */
  isPage?: boolean;
  /** A replacement that is shown while the code cannot be loaded. */
  instead?: ComponentType<P>;
}

type Lazy<P> = LazyExoticComponent<ComponentType<P>> & {
  /**
   * Loads the component, and the files that it needs for this query, before it is shown. A failure
   * is not reported here; rendering the component reports it.
   */
  ahead: (query?: string) => Promise<void>;
};

/**
 * Like React's `lazy`, with two differences: a failed load is tried again without reloading the
 * page, and code that is already loaded renders at once (React would show the fallback for 0.3 s).
 */
export function lazyComponent<P extends object>(
  load: Load<P>,
  { isPage = false, instead }: Options<P> = {},
): Lazy<P> {
  let there: Awaited<ReturnType<Load<P>>> | undefined;
  const fetched = async () => there = await load();
  const View = lazy(() => {
    if (there !== undefined) return atOnce(there);
    if (!isPage) noteRequest();
    return fetched().catch(() => ({ default: later(load, { isPage, instead }) }));
  });
  const ahead = (query = "") => fetched().then(({ within }) => within?.(query), () => {});
  return Object.assign(View, { ahead });
}

/** Loads code. If its file belongs to an old build, the page loads the new one. */
export async function loadCurrent<T>(load: () => Promise<T>, isOver = () => false): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (!isOver() && await isOutdated()) location.reload();
    throw error;
  }
}

interface LaterProps {
  children: ReactNode;
  /** Shown meanwhile, in the same space. */
  otherwise?: ReactNode;
}

/** Shows lazy components, whose code is loaded only after the first screen shows its data. */
export function AfterFirst({ children, otherwise = null }: LaterProps) {
  return useIsFirstShown() ? <Suspense fallback={otherwise}>{children}</Suspense> : otherwise;
}

/** A thenable that resolves synchronously, so React does not suspend. */
const atOnce = <T,>(value: T) =>
  ({ then: (tell: (value: T) => void) => tell(value) }) as unknown as Promise<T>;

function later<P extends object>(load: Load<P>, { isPage, instead }: Options<P>): ComponentType<P> {
  return function Later(props: P) {
    const [View, setView] = useState<ComponentType<P> | undefined>(() => instead);
    const [tries, setTries] = useState(0);
    useEffect(() => {
      if (View !== undefined) return;
      let isOver = false;
      void retryUntilLoaded(async () => {
        if (isOver) return;
        const { default: loaded } = await loadCurrent(load, () => isOver);
        if (!isOver) setView(() => loaded);
      });
      return () => {
        isOver = true;
      };
    }, [View, tries]);
    if (View !== undefined) return <View {...props} />;
    return <Unreached isPage={isPage} onTry={() => setTries(tries + 1)} />;
  };
}

function Unreached({ isPage, onTry }: { isPage: boolean | undefined; onTry: () => void }) {
  const said = (
    <div role="status">
      <p className="mb-4 text-lg">
        The server cannot be reached. This loads by itself when the connection is back.
      </p>
      <button type="button" className="btn" onClick={onTry}>Try again</button>
    </div>
  );
  return isPage ? <Page title="This page has not loaded yet." width="narrow">{said}</Page> : said;
}
