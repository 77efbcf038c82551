/** Looks at the review form of the triage view. */
import type { Page } from "@playwright/test";

/** Returns the state of the review form that must not change while no key is pressed. */
export const still = (page: Page) =>
  page.evaluate(() => {
    const comment = document.querySelector<HTMLTextAreaElement>("[name=mentorComment]");
    const text = document.querySelector("article [role=region]");
    const { x, y, width } = comment?.getBoundingClientRect() ?? {};
    return {
      item: new URLSearchParams(location.search).get("item"),
      at: [x, y, width],
      value: comment?.value,
      caret: [comment?.selectionStart, comment?.selectionEnd],
      status: document.querySelector("[name=reviewStatus]:checked")?.closest("label")?.innerText,
      read: [text?.scrollTop, scrollY],
      focus: document.activeElement?.getAttribute("name") ?? document.activeElement?.tagName,
    };
  });
