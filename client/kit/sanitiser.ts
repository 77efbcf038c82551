/** What of Markdown and HTML may be shown while it is being written; as the server has it. */
import type { ComponentProps } from "react";
import type editor from "@uiw/react-md-editor/nohighlight";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";

// The package is written as a module, but its types are read as CommonJS.
type MDEditor = typeof editor.default;

/** What the server lets through: figures too, and nothing that runs. */
const schema: typeof defaultSchema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []), "figure", "figcaption"],
  attributes: {
    ...defaultSchema.attributes,
    figure: [["className", "image"]],
    img: [...(defaultSchema.attributes?.img ?? []), "width", "height", "alt"],
  },
};

export type Plugins = NonNullable<ComponentProps<MDEditor["Markdown"]>["rehypePlugins"]>;
export const safely: Plugins = [rehypeRaw, [rehypeSanitize, schema]];
