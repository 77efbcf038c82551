/** The place of a screen's export menu, which loads after the first screen shows its data. */
import type { ComponentProps } from "react";
import { AfterFirst, lazyComponent } from "../kit/ui/lazy.tsx";
import type Menu from "./menu.tsx";

const ExportMenu = lazyComponent(() => import("./menu.tsx"));

export const Export = (props: ComponentProps<typeof Menu>) => (
  <AfterFirst otherwise={<span aria-hidden className="btn invisible">Export</span>}>
    <ExportMenu {...props} />
  </AfterFirst>
);
