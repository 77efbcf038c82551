/** The Markdown editor. It is heavy: load this file only when it is shown. */
import editor from "@uiw/react-md-editor/nohighlight";
import rehypeSanitize from "rehype-sanitize";
import type { Control } from "./form.tsx";
import "@uiw/react-md-editor/markdown-editor.css";

// The package is written as a module, but its types are read as CommonJS.
const MDEditor = editor as unknown as typeof editor.default;

interface EditorProps {
  control: Control;
  value: string;
  onChange: (value: string) => void;
  height?: number;
}

export default function Editor({ control, value, onChange, height = 320 }: EditorProps) {
  return (
    <div className="editor">
      <MDEditor
        value={value}
        onChange={(next) => onChange(next ?? "")}
        height={height}
        preview="live"
        visibleDragbar={false}
        textareaProps={control}
        // What is pasted may contain anything; the server sanitises it again.
        previewOptions={{ rehypePlugins: [[rehypeSanitize]], className: "prose max-w-none" }}
      />
    </div>
  );
}
