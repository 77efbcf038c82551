/** Components whose code is loaded on demand. Without the server, they say so. */
import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from "react";
import { isUnreached, retryUntilLoaded } from "../net/retry.ts";
import { Page } from "./page.tsx";
import { isOutdated } from "../net/build-version.ts";
import { Button } from "./button.tsx";

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

interface Options<P> {
  /** The component is a whole screen. */
  isPage?: boolean;
  /** A replacement that is shown while the code cannot be loaded. */
  instead?: ComponentType<P>;
}

type Lazy<P> = LazyExoticComponent<ComponentType<P>> & {
  /** Loads the component before it is shown. Rendering it reports a failure. */
  ahead: () => Promise<void>;
};

/**
 * Like React's `lazy`, with two differences: what cannot be fetched is tried again without reloading
 * the page, and code that is already loaded renders at once (React would show the fallback for
 * 0.3 s).
 */
export function lazyComponent<P extends object>(
  load: Load<P>,
  { isPage = false, instead }: Options<P> = {},
): Lazy<P> {
  let there: Awaited<ReturnType<Load<P>>> | undefined;
  const fetched = async () => there = await load();
  const View = lazy(() => {
    if (there !== undefined) return atOnce(there);
    return fetched().catch((error) => {
      if (!isUnreached(error)) throw error;
      return { default: later(load, { isPage, instead }) };
    });
  });
  return Object.assign(View, { ahead: () => fetched().then(() => {}, () => {}) });
}

/** A thenable that resolves synchronously, so React does not suspend. */
const atOnce = <T,>(value: T) =>
  ({ then: (tell: (value: T) => void) => tell(value) }) as unknown as Promise<T>;

function later<P extends object>(load: Load<P>, { isPage, instead }: Options<P>): ComponentType<P> {
  return function Later(props: P) {
    const [View, setView] = useState<ComponentType<P> | undefined>(() => instead);
    const [tries, setTries] = useState(0);
    const [failure, setFailure] = useState<Error>();
    useEffect(() => {
      if (View !== undefined) return;
      let isOver = false;
      void retryUntilLoaded(async () => {
        if (isOver) return;
        const { default: loaded } = await load().catch(async (error) => {
          // Its file belongs to an old build: the page loads the new one.
          if (!isOver && await isOutdated()) location.reload();
          throw error;
        });
        if (!isOver) setView(() => loaded);
      }).catch(setFailure);
      return () => {
        isOver = true;
      };
    }, [View, tries]);
    if (failure !== undefined) throw failure;
    if (View !== undefined) return <View {...props} />;
    return <Unreached isPage={isPage} onTry={() => setTries(tries + 1)} />;
  };
}

function Unreached({ isPage, onTry }: { isPage: boolean | undefined; onTry: () => void }) {
  const failure = (
    <div role="status">
      <p className="mb-4 text-lg">
        The server cannot be reached. This loads by itself when the connection is back.
      </p>
      <Button onClick={onTry}>Try again</Button>
    </div>
  );
  return isPage
    ? <Page title="This page has not loaded yet." width="narrow">{failure}</Page>
    : failure;
}
