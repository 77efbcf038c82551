/** The screen of a triage view: its queue, or what stands for it until it is loaded. */
import type { ReactNode } from "react";
import type { LoadState } from "../data/query.ts";
import type { TypeAhead } from "../forms/type-ahead.ts";
import { TriageSkeleton } from "../triage/triage.tsx";
import { NotLoaded, Page } from "../ui/page.tsx";
import { ViewSwitch } from "./view-switch.tsx";

interface TriageProps {
  title: string;
  /** The screen's name in the storage, and its path. */
  of: string;
  path: string;
  loading: LoadState;
  write: TypeAhead;
  /** Null until the queue is loaded. */
  children: ReactNode;
}

export function TriagePage({ title, of, path, loading, write, children }: TriageProps) {
  return (
    <Page title={title} dense aside={<ViewSwitch of={of} path={path} current="triage" />}>
      {children ?? (
        <NotLoaded loading={loading} label={`Loading ${of}...`}>
          <TriageSkeleton write={write} />
        </NotLoaded>
      )}
    </Page>
  );
}
