/** Code that comes when it is needed; and what is shown while it cannot be fetched. */
import { type ComponentType, lazy, type LazyExoticComponent, useEffect, useState } from "react";
import { insistently } from "./insistently.ts";
import { noteAsked } from "./load.ts";
import { Page } from "./page.tsx";
import { isOutdated } from "./release.ts";

type Load<P> = () => Promise<{
  default: ComponentType<P>;
  /** Fetches what of it an address with this query shows, where that is a file of its own. */
  within?: (query: string) => Promise<void>;
}>;

interface Options<P> {
  /** It is the whole screen. */
  isPage?: boolean;
  /** What is shown instead for as long as this is open, where that will do. */
  instead?: ComponentType<P>;
}

type Lazy<P> = LazyExoticComponent<ComponentType<P>> & {
  /**
   * Fetches it and what is within at an address with this query, before it is shown; when that
   * fails, showing it says so.
   */
  ahead: (query?: string) => Promise<void>;
};

/**
 * As React's `lazy`, but what could not be fetched once is not lost until the page is reloaded, and
 * what is there already is shown at once: React would show what waits for it, and hold that for 0.3 s.
 */
export function lazily<P extends object>(
  load: Load<P>,
  { isPage = false, instead }: Options<P> = {},
): Lazy<P> {
  let there: Awaited<ReturnType<Load<P>>> | undefined;
  const fetched = async () => there = await load();
  const View = lazy(() => {
    if (there !== undefined) return atOnce(there);
    if (!isPage) noteAsked();
    return fetched().catch(() => ({ default: later(load, { isPage, instead }) }));
  });
  const ahead = (query = "") => fetched().then(({ within }) => within?.(query), () => {});
  return Object.assign(View, { ahead });
}

/** A promise that does not make React wait. */
const atOnce = <T,>(value: T) =>
  ({ then: (tell: (value: T) => void) => tell(value) }) as unknown as Promise<T>;

function later<P extends object>(load: Load<P>, { isPage, instead }: Options<P>): ComponentType<P> {
  return function Later(props: P) {
    const [View, setView] = useState<ComponentType<P> | undefined>(() => instead);
    const [tries, setTries] = useState(0);
    useEffect(() => {
      if (View !== undefined) return;
      let isOver = false;
      void insistently(async () => {
        if (isOver) return;
        const { default: loaded } = await load().catch(async (error) => {
          // Of a build that is gone: the new one has it.
          if (!isOver && await isOutdated()) location.reload();
          throw error;
        });
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
        The server cannot be reached. This comes by itself when the connection is back; what you
        have typed is kept.
      </p>
      <button type="button" className="btn" onClick={onTry}>Try again</button>
    </div>
  );
  return isPage ? <Page title="This page is not here yet." width="narrow">{said}</Page> : said;
}
