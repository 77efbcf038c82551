/** Makes the style sheet cheaper for the browser: see tests/bench/README.md, "Lines". */

/**
 * daisyUI's selectors for a control in a label that has the control's class, for a toggle with
 * icons, for a button and a group of buttons around what has the focus, for themes that a control
 * chooses, and for dialogs that are popovers. The app uses none of them. They make every keystroke
 * restyle the whole page, or every insertion search all of it.
 */
const COSTLY =
  /:has\(\s*>\s*(?:input|select|textarea)\[disabled\]\)|(?<=\.toggle):has\((?:\s*>\s*input)?:(?:checked|focus-visible)\)|(?<=\.btn):has\(:focus-visible\)|:has\((?:\.btn:hover|:focus)\)|:has\((?:input\.theme-controller[^)]*|\.modal:popover-open)\)/g;
/** daisyUI asks for four kinds of open dialogs, one by its neighbour. The app has one kind. */
const OPEN_DIALOG = /:has\(:is\(\.modal\.modal-open[^)]*\)\)/g;
export const cheapSelectors = {
  postcssPlugin: "cheap-selectors",
  Rule(rule: { selector: string }): void {
    const selector = rule.selector.replaceAll(COSTLY, ":not(*)")
      .replaceAll(OPEN_DIALOG, ":has(.modal[open])");
    if (selector !== rule.selector) rule.selector = selector;
  },
};
