/**
 * Icons of Lucide: `import Bell from "…/icon.tsx?bell"`. The build (client/vite/icons.ts) makes a
 * module of each name, with the drawing from the package of drawings.
 */
import type { ComponentType, SVGProps } from "react";

export type IconType = ComponentType<SVGProps<SVGSVGElement>>;

/** @param drawing the elements of an SVG of 24 × 24 */
export function icon(drawing: string): IconType {
  const html = { __html: drawing };
  return (props) => (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      width={24}
      height={24}
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...props}
      dangerouslySetInnerHTML={html}
    />
  );
}

/** Without the build, as in Deno, an icon is empty. */
export default icon("");
