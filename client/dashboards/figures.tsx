/** A dashboard's statistics, fetched again after an event has changed them. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { useLoad } from "../kit/data/query.ts";
import { LoadFailed, LoadingRegion } from "../kit/ui/page.tsx";
import { loadFigures } from "./actions.ts";
import { figuresAtom } from "./state.ts";

const count = new Intl.NumberFormat("en-IN");

interface FigureCardsProps {
  label: string;
  /** Each figure's name in the reply, its label, and the path of the screen with the details. */
  names: readonly (readonly [name: string, reads: string, to?: string])[];
  /** The error message if loading fails. */
  otherwise: string;
  narrow?: boolean;
}

export function FigureCards({ label, names, otherwise, narrow }: FigureCardsProps) {
  const known = useAtomValue(figuresAtom);
  const loading = useLoad(loadFigures, otherwise, known?.stale);
  if (known === null && loading.state === "failed") return <LoadFailed loading={loading} />;
  const cards = (
    <dl
      className={`grid h-full grid-cols-2 gap-3 sm:gap-4 ${
        names.length === 4 ? "sm:grid-cols-4" : "sm:grid-cols-3"
      } ${narrow ? "lg:grid-cols-2" : ""}`}
    >
      {names.map(([name, reads, to]) => (
        <div
          key={name}
          className="panel relative flex flex-col-reverse justify-center max-sm:justify-end gap-1 p-4 max-sm:last:odd:col-span-2 lg:last:odd:col-span-full"
        >
          <dt className="text-muted">
            {to === undefined ? reads : (
              <Link
                href={to}
                className="underline decoration-1 underline-offset-4 after:absolute after:inset-0 after:rounded-box hover:decoration-2"
              >
                {reads}
              </Link>
            )}
          </dt>
          <dd className="text-4xl leading-none font-extrabold">
            {known === null
              ? <span className="skeleton block h-9 w-14" />
              : count.format((known.data as Record<string, number>)[name] ?? 0)}
          </dd>
        </div>
      ))}
    </dl>
  );
  return (
    <section aria-label={label}>
      {known === null
        ? <LoadingRegion label="Loading statistics...">{cards}</LoadingRegion>
        : cards}
    </section>
  );
}
