/** A screen that is one card in the middle, such as sign-in. */
import type { ReactNode, Ref } from "react";
import { Page } from "./page.tsx";

interface CardPageProps {
  title: string;
  card?: Ref<HTMLDivElement>;
  children: ReactNode;
}

export function CardPage({ title, card, children }: CardPageProps) {
  return (
    <div className="flex grow items-start sm:items-center">
      <Page title={title} width="narrow">
        <div ref={card} className="panel space-y-5 p-5 shadow-sm sm:p-8">{children}</div>
      </Page>
    </div>
  );
}
