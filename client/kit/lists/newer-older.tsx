/** The pages of a short list whose newest items come first. Its page is not in the address. */
import { Button } from "../ui/button.tsx";

interface PagesProps {
  /** The accessible name: "Pages of notes". */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  isSmall?: boolean;
}

/** A button at its end stays a button, so that it keeps the focus. */
export function NewerOlder({ label, page, pages, onPage, isSmall = false }: PagesProps) {
  if (pages <= 1) return null;
  const size = isSmall ? "btn-sm" : "";
  return (
    <nav aria-label={label} className="mt-4 flex items-center gap-3">
      <Button
        className={size}
        aria-disabled={page <= 1}
        onClick={() => onPage(Math.max(1, page - 1))}
      >
        Newer
      </Button>
      <span>Page {page} of {pages}</span>
      <Button
        className={size}
        aria-disabled={page >= pages}
        onClick={() => onPage(Math.min(pages, page + 1))}
      >
        Older
      </Button>
    </nav>
  );
}
