/** A learner's signs of life in a class session: opened, typing. Nothing of the text is sent. */
import { useEffect } from "react";
import { SIGN_SECONDS } from "../../../server/class-sessions/map/schema.ts";
import { sendSign } from "./actions.ts";

export default function Signs(
  { classSessionId, assignmentId }: { classSessionId: string; assignmentId: string },
) {
  useEffect(() => {
    let sentAt = -Infinity;
    void sendSign(classSessionId, { assignmentId, sign: "opened" });
    const notice = (event: Event) => {
      const { key } = event as Partial<KeyboardEvent>;
      if (key !== undefined && key.length > 1 && key !== "Enter" && key !== "Backspace") return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest("textarea, input, [contenteditable=true]") == null) return;
      if (performance.now() - sentAt < SIGN_SECONDS * 1000) return;
      sentAt = performance.now();
      void sendSign(classSessionId, { assignmentId, sign: "writing" });
    };
    // Some editors send no input events.
    document.addEventListener("keydown", notice, { passive: true });
    document.addEventListener("input", notice, { passive: true });
    return () => {
      document.removeEventListener("keydown", notice);
      document.removeEventListener("input", notice);
    };
  }, [classSessionId, assignmentId]);
  return null;
}
