/** What is around every screen: skip link, header, the screen, footer. */
import { type ReactNode, Suspense } from "react";
import { Link } from "wouter";
import { LiveBadge } from "./live-badge.tsx";
import { ThemeButton } from "./theme.tsx";
import { ToSend } from "./to-send.tsx";
import { Toasts } from "./toast.tsx";

interface ShellProps {
  navigation: ReactNode;
  account: ReactNode;
  footer: ReactNode | null;
  children: ReactNode;
}

export function Shell({ navigation, account, footer, children }: ShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="btn btn-primary absolute top-2 left-2 z-50 not-focus:sr-only"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-40 border-b border-base-300 bg-base-100 print:hidden">
        <div className="mx-auto flex h-16 max-w-[90rem] items-center gap-2 px-3 sm:px-6">
          <Link
            href="/"
            className="order-1 flex items-center gap-2.5 rounded-field text-xl font-extrabold tracking-tight min-[26rem]:mr-2"
          >
            <img src="/favicon.svg" alt="" className="size-8" />
            <span className="max-[26rem]:sr-only">Doubtless</span>
          </Link>
          {navigation}
          <div className="order-3 ml-auto flex items-center gap-1 sm:gap-2">
            <ToSend />
            <LiveBadge />
            <ThemeButton />
            {account}
          </div>
        </div>
      </header>
      {/* Below it all, the footer is not pushed about by what is on its way. */}
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
