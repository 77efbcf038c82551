/** The screen for an unknown address. */
import { Link } from "wouter";
import { Page } from "../kit/ui/page.tsx";

export function NotFound() {
  return (
    <div className="flex grow items-center">
      <Page title="Page not found." width="narrow">
        <div className="panel space-y-5 p-6 sm:p-8">
          <p className="text-lg">
            The link may be old or mistyped. You can go to one of these pages:
          </p>
          <p className="flex flex-wrap gap-3">
            <Link href="/" className="btn btn-primary">Home</Link>
            <Link href="/doubts" className="btn">Doubts</Link>
            <Link href="/assignments" className="btn">All Assignments</Link>
          </p>
        </div>
      </Page>
    </div>
  );
}
