/** The classes of the parts of a program, as the server's highlighter has them. */
import { tags } from "@lezer/highlight";

export const CODE_COLORS = [
  { tag: tags.comment, class: "hljs-comment" },
  { tag: [tags.keyword, tags.bool, tags.null, tags.self], class: "hljs-keyword" },
  { tag: [tags.typeName, tags.standard(tags.name)], class: "hljs-type" },
  { tag: [tags.string, tags.character], class: "hljs-string" },
  { tag: tags.number, class: "hljs-number" },
  { tag: [tags.processingInstruction, tags.meta], class: "hljs-meta" },
  {
    tag: [tags.definition(tags.function(tags.variableName)), tags.className],
    class: "hljs-title",
  },
];
