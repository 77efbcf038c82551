/** Shows an error page when a screen throws, with a button that reloads. */
import { Component, type ReactNode } from "react";
import { reloadIfServed } from "../net/build-version.ts";
import { toast } from "../data/toast.ts";
import { Button } from "../ui/button.tsx";

const RELOAD_EVERY = 15_000;

interface Props {
  /** Navigating to another place resets the boundary. */
  place: string;
  /** On the projector nobody can press a button: the page reloads by itself. */
  isUnattended?: boolean;
  children: ReactNode;
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    if (this.props.isUnattended) setInterval(reloadIfServed, RELOAD_EVERY);
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="mx-auto max-w-xl px-4 py-16" role="alert">
        <h1 className="mb-3 text-3xl font-extrabold">This page could not be shown.</h1>
        <p className="mb-6 text-lg">
          Reloading it usually helps. The text that you typed is kept.
        </p>
        <Button className="btn-primary" onClick={() => void loadAgain()}>Reload</Button>
      </div>
    );
  }
}

async function loadAgain(): Promise<void> {
  if (!await reloadIfServed()) toast.error("The server cannot be reached. Please try again later.");
}
