/** The frame of every screen: skip link, header, content, footer. */
import { type ReactNode, Suspense } from "react";
import { Link } from "wouter";
import { ConnectionBadge } from "../news/connection-badge.tsx";
import { Toasts } from "../news/toasts.tsx";
import { useAtomValue } from "jotai";
import { outboxAtom } from "../data/outbox.ts";
import { connectionAtom } from "../net/socket.ts";

interface ShellProps {
  navigation: ReactNode;
  account: ReactNode;
  footer: ReactNode | null;
  children: ReactNode;
}

export function Shell({ navigation, account, footer, children }: ShellProps) {
  return (
    <div className="flex min-h-dvh flex-col pb-(--corner)">
      <a
        href="#main"
        className="btn btn-primary absolute top-2 left-2 z-50 not-focus:sr-only"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-40 border-b border-base-300 bg-base-100 print:hidden">
        <div className="mx-auto flex h-16 max-w-[120rem] items-center gap-2 px-3 max-[26rem]:gap-1 max-[26rem]:px-1.5 sm:px-6">
          <Link
            href="/"
            className="order-1 flex shrink-9999 items-center gap-2.5 rounded-field text-xl font-extrabold tracking-tight whitespace-nowrap min-[26rem]:mr-2"
          >
            <img src="/favicon.svg" alt="" className="size-8" />
            <span className="max-[34rem]:sr-only">Doubtless</span>
          </Link>
          {navigation}
          <div className="order-3 ml-auto flex min-w-0 items-center gap-1 max-[26rem]:gap-0 sm:gap-2">
            <UnsentBadge />
            <ConnectionBadge />
            {account}
          </div>
        </div>
      </header>
      {/* The content is at least as high as the window, so the footer does not move while content loads. */}
      <main
        id="main"
        tabIndex={-1}
        className="flex min-h-[calc(100dvh-4rem-1px)] grow flex-col outline-none"
      >
        <Suspense fallback={<div className="min-h-[70vh]" />}>{children}</Suspense>
      </main>
      {footer}
      <Toasts />
    </div>
  );
}

/** The number of texts in the outbox. It is shown while the connection is down. */
function UnsentBadge() {
  const { length } = useAtomValue(outboxAtom);
  const { state } = useAtomValue(connectionAtom);
  const isAway = state === "reconnecting" || state === "away";
  return (
    <span role="status" className="whitespace-nowrap">
      {length > 0 && isAway && (
        <span className="badge badge-soft badge-warning px-1 font-semibold sm:px-2.5">
          {length} <span className="max-sm:sr-only">unsent</span>
        </span>
      )}
    </span>
  );
}
