/** A panel with its heading, to which the address can lead (`#password`). */
import type { ReactNode } from "react";

interface PanelSectionProps {
  id: string;
  title: ReactNode;
  about?: ReactNode;
  children: ReactNode;
}

export function PanelSection({ id, title, about, children }: PanelSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="panel min-w-0 space-y-4 p-4 sm:p-6">
      <div>
        <h2 id={`${id}-title`} tabIndex={-1} className="text-xl font-bold outline-none">{title}</h2>
        {about && <p className="text-muted">{about}</p>}
      </div>
      {children}
    </section>
  );
}
