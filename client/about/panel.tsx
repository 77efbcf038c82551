/** The About page in the Admin Panel: a look at it, and the form that edits it. */
import { useKnown } from "../kit/ui/page.tsx";
import { useState } from "react";
import { Link } from "wouter";
import Pencil from "../kit/ui/icon.tsx?pencil";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { RichText } from "../kit/ui/rich-text.tsx";
import { loadAboutPage } from "./actions.ts";
import { aboutAtom } from "./state.ts";
import EditAbout from "./edit.tsx";
import { Button } from "../kit/ui/button.tsx";

export function AboutPanel() {
  const [editing, setEditing] = useState(false);
  const [about, waiting] = useKnown(aboutAtom, loadAboutPage, {
    failed: "Failed to load the About page.",
    label: "Loading the About page...",
    skeleton: "h-40 rounded-box",
  });
  if (about === null) return waiting;
  if (editing) {
    return <EditAbout about={about} onClose={() => setEditing(false)} />;
  }
  const { html, milestones } = about;
  return (
    <div className="panel space-y-4 p-4">
      <div className="line-clamp-4">
        <RichText html={html.story} />
      </div>
      <p className="text-muted">
        {milestones.length === 1 ? "1 milestone" : `${milestones.length} milestones`}.{" "}
        <Link href="/About" className="link-plain">See the page</Link>
      </p>
      <Button icon={Pencil} ref={takeLostFocus} onClick={() => setEditing(true)}>
        Edit Content
      </Button>
    </div>
  );
}
