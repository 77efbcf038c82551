/** Makes a module of each icon that is imported. */
import lucide from "@iconify-json/lucide/icons.json" with { type: "json" };
import type { Plugin } from "vite";

/** How a drawing looks; kit/ui/icon.tsx says it once for all. */
const LINES =
  ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

/** Makes a module of each name of an icon: see kit/ui/icon.tsx. */
export const icons: Plugin = {
  name: "icons",
  load: {
    filter: { id: /[\\/]icon\.tsx\?[\w-]+$/ },
    handler(id) {
      const [file = "", name = ""] = id.split("?");
      const drawing = lucide.icons[name as keyof typeof lucide.icons]?.body;
      if (drawing === undefined) return this.error(`Lucide has no icon "${name}".`);
      const lines = drawing.replaceAll(LINES, "").replace(/^<g>(.*)<\/g>$/, "$1");
      return `import { icon } from ${JSON.stringify(file)};
        export default /* @__PURE__ */ icon(${JSON.stringify(lines)});`;
    },
  },
};
