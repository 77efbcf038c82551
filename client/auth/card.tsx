/** The card in the middle of the sign-in and registration pages. */
import type { ReactNode } from "react";
import { Page } from "../kit/ui/page.tsx";

interface CardProps {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

export function AuthCard({ title, intro, children }: CardProps) {
  return (
    <div className="ruled flex grow items-start sm:items-center">
      <Page title={title} width="narrow">
        <div className="panel space-y-5 p-5 shadow-sm sm:p-8">
          {intro && <p className="text-lg">{intro}</p>}
          {children}
        </div>
      </Page>
    </div>
  );
}
