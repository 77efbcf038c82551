/** What every screen is made of: its heading, and what it shows while it has nothing to show. */
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { arrive } from "./arrival.ts";
import type { Loading } from "./load.ts";

interface PageProps {
  title: string;
  /** What the heading shows, when it is more than the title. */
  heading?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
  width?: keyof typeof widths;
  /** Where there is room for two columns, it fills the window: no more height than it needs. */
  dense?: boolean;
}

const widths = { narrow: "max-w-xl", text: "max-w-4xl", wide: "max-w-[90rem]" };

/**
 * A screen: going to it sets the document's title and moves the focus to its heading, unless somebody
 * has gone on elsewhere by then.
 */
export function Page(props: PageProps) {
  const { title, heading, aside, children, width = "wide", dense = false } = props;
  const h1 = useRef<HTMLHeadingElement>(null);
  useEffect(() => arrive(h1.current), []);
  useEffect(() => {
    document.title = title === "Doubtless" ? title : `${title} · Doubtless`;
  }, [title]);
  return (
    <div
      className={`mx-auto w-full px-4 py-6 sm:px-6 sm:py-8 ${dense ? "lg:py-3" : ""} ${
        widths[width]
      }`}
    >
      <div
        className={`mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 sm:gap-x-6 ${
          dense ? "lg:mb-3 lg:items-center" : ""
        }`}
      >
        <h1
          ref={h1}
          tabIndex={-1}
          className={`text-3xl font-extrabold outline-none sm:text-4xl ${
            dense ? "lg:text-2xl" : ""
          }`}
        >
          {heading ?? title}
        </h1>
        {aside}
      </div>
      {children}
    </div>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-box border border-dashed border-base-content/25 px-4 py-10 text-center text-lg text-muted">
      {children}
    </p>
  );
}

/** A grey shape of what is coming, with the words for who cannot see it. */
export function Waiting({ label, children }: { label: string; children: ReactNode }) {
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
  loading: Loading;
  /** The way to where there is something, when this does not exist. */
  children?: ReactNode;
}

/** What could not be loaded, why, and another try. */
export function LoadFailed({ loading, children }: FailedProps) {
  return (
    <div className="rounded-box border border-base-300 bg-base-100 p-6">
      <p className="mb-4 text-lg">{loading.problem}</p>
      <p className="flex flex-wrap gap-3">
        {loading.status === 404 && children}
        <button
          type="button"
          className={`btn ${loading.status === 404 && children ? "" : "btn-primary"}`}
          onClick={loading.again}
        >
          Try again
        </button>
      </p>
    </div>
  );
}

/** A query parameter of the address. */
export function useQuery(name: string): string | null {
  const [query] = useSearchParams();
  return query.get(name);
}
