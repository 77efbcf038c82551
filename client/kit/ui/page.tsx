/** The parts of every screen: the heading, and the loading, empty and failed states. */
import { useAtomValue } from "jotai";
import { type Atom, atom } from "jotai/vanilla";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { focusHeading } from "../focus/route-focus.ts";
import { type LoadState, useLoad } from "../data/query.ts";
import { Button } from "./button.tsx";

/** How many news are unread. The title of the document shows it. */
export const newsCountAtom = atom(0);

interface PageProps {
  title: string;
  /** The heading's content, if it is more than the title. */
  heading?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  width?: keyof typeof widths;
  /** Use the window's height better where there is room for two columns. */
  dense?: boolean;
  /** The content has the heading, and its own frame. */
  isBare?: boolean;
}

const widths = { narrow: "max-w-xl", text: "max-w-4xl", wide: "max-w-[120rem]" };

export function Page(props: PageProps) {
  const { title, heading, aside, children, width = "wide", dense = false, isBare = false } = props;
  const frame = `mx-auto w-full px-4 sm:px-6 ${widths[width]}`;
  return (
    <div className="w-full">
      {!isBare && (
        <div className={width === "narrow" ? "" : "border-b border-base-300"}>
          <div
            data-heading
            className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4 pb-2 sm:gap-x-6 sm:pt-6 ${
              dense ? "lg:pt-2 lg:pb-1" : ""
            } ${frame}`}
          >
            <Heading
              title={title}
              className={`text-3xl sm:text-4xl ${dense ? "lg:text-2xl" : ""}`}
            >
              {heading}
            </Heading>
            {aside}
          </div>
        </div>
      )}
      <div className={isBare ? "" : `py-4 sm:pb-8 ${dense ? "lg:py-3" : ""} ${frame}`}>
        {children}
      </div>
    </div>
  );
}

/** The heading sets the document's title, and takes the focus unless the person is elsewhere. */
export function Heading(
  { title, className, children }: { title: string; className: string; children?: ReactNode },
) {
  const h1 = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusHeading(h1.current), []);
  const unread = useAtomValue(newsCountAtom);
  useEffect(() => {
    const whole = title === "Doubtless" ? title : `${title} · Doubtless`;
    document.title = unread > 0 ? `(${unread}) ${whole}` : whole;
  }, [title, unread]);
  return (
    <h1 ref={h1} tabIndex={-1} className={`font-extrabold outline-none ${className}`}>
      {children ?? title}
    </h1>
  );
}

/** @param action the way out: a button or a link that is the first step */
export function Empty({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div className="rounded-box border border-dashed border-base-content/25 px-4 py-8 text-center">
      <p className="text-lg text-muted">{children}</p>
      {action && <div className="mt-4 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

export function LoadingRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status">
      <p className="sr-only">{label}</p>
      <div aria-hidden>{children}</div>
    </div>
  );
}

export function SkeletonCards({ count, height }: { count: number; height: string }) {
  return (
    <div className="cards">
      {Array.from(
        { length: count },
        (_, place) => <div key={place} className={`skeleton rounded-box ${height}`} />,
      )}
    </div>
  );
}

interface FailedProps {
  loading: LoadState;
  /** A link to somewhere else, in case there is no such thing. */
  way?: ReactNode;
}

export function LoadFailed({ loading, way }: FailedProps) {
  const isMissing = loading.status === 404 && way;
  return (
    <div className="rounded-box border border-base-300 bg-base-100 p-6">
      <p className="mb-4 text-lg">{loading.problem}</p>
      <p className="flex flex-wrap gap-3">
        {isMissing && way}
        <Button className={isMissing ? "" : "btn-primary"} onClick={loading.again}>
          Try again
        </Button>
      </p>
    </div>
  );
}

interface NotLoadedProps extends FailedProps {
  /** For screen readers. */
  label: string;
  skeleton?: string;
  children?: ReactNode;
}

/** What stands for a value that is not there yet: a grey placeholder, or why it could not be loaded. */
export function NotLoaded({ loading, way, label, skeleton, children }: NotLoadedProps) {
  if (loading.state === "failed") return <LoadFailed {...{ loading, way }} />;
  return (
    <LoadingRegion label={label}>
      {children ?? <div className={`skeleton ${skeleton}`} />}
    </LoadingRegion>
  );
}

interface KnownOptions extends Pick<NotLoadedProps, "label" | "skeleton"> {
  /** The notice for a failure; null shows none. */
  failed: string | null;
  /** What stands for it, if a skeleton is not enough. */
  placeholder?: ReactNode;
}

/**
 * The value of an atom, which is loaded, and again when it is stale; and what stands for it until it
 * is there. @param load as for `useLoad`, with the further arguments
 */
export function useKnown<T, A extends unknown[]>(
  of: Atom<T>,
  load: (...args: [...A, signal: AbortSignal]) => Promise<unknown>,
  { failed, label, skeleton = "", placeholder }: KnownOptions,
  ...args: A
): [known: T, waiting: ReactNode] {
  const known = useAtomValue(of);
  const { stale } = (known ?? {}) as { stale?: boolean };
  const loading = useLoad(load, failed, stale, ...args);
  return [
    known,
    <NotLoaded key="waiting" {...{ loading, label, skeleton }}>{placeholder}</NotLoaded>,
  ];
}

export function useQueryParameter(name: string): string | null {
  const [query] = useSearchParams();
  return query.get(name);
}
