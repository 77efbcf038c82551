/** The focus and the cursor go on when one field replaces another: an editor that has loaded. */
import { useLayoutEffect } from "react";

/** The cursor of a field that had the focus, for the field that replaces it. */
export type CaretRef = { current: [from: number, to: number] | null };

/** For both fields. @param find finds the field; without a place, nothing is handed over */
export function useCaret(at: CaretRef | undefined, find: () => Element | null): void {
  useLayoutEffect(() => {
    const area = find();
    if (at === undefined || !(area instanceof HTMLTextAreaElement)) return;
    if (at.current !== null) {
      area.focus();
      area.setSelectionRange(...at.current);
      at.current = null;
    }
    return () => {
      if (document.activeElement !== area) return;
      at.current = [area.selectionStart, area.selectionEnd];
    };
  }, [at]);
}
