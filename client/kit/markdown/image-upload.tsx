/** The chooser of images for a text, and those that are being uploaded. */
import type { ComponentProps } from "react";
import type { Upload } from "../net/upload.ts";

interface ChooserProps extends ComponentProps<"input"> {
  onPick: (files: File[]) => void;
}

export function ImageChooser({ onPick, ...rest }: ChooserProps) {
  return (
    <input
      {...rest}
      type="file"
      accept="image/png,image/jpeg,image/gif,image/webp"
      onChange={({ target }) => {
        onPick([...target.files ?? []]);
        target.value = "";
      }}
    />
  );
}

export function Uploads({ uploads }: { uploads: readonly Upload[] }) {
  return uploads.map(({ id, name, part }) => (
    <span key={id} role="status" className="flex min-w-0 items-center gap-2 text-sm">
      <span className="max-w-40 truncate">{name}</span>
      <progress
        className="progress w-24"
        value={part}
        max={1}
        aria-label={`Uploading ${name}`}
      />
    </span>
  ));
}
