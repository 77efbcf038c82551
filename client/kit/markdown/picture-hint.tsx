/** Tells the writer that an image from another site is shown as a link, and offers an upload. */

const REMOTE = "<?\\s*[\"']?(?:https?:)?//";
const PICTURE = new RegExp(
  [
    `!\\[[^\\]]{0,300}\\]\\(\\s*${REMOTE}`,
    `<img\\s[^>]{0,300}?\\bsrc\\s*=\\s*${REMOTE}`,
  ].join("|"),
  "i",
);
const REFERRING = /!\[[^\]]{0,300}\]/;
const REFERENCE = new RegExp(`^ {0,3}\\[[^\\]]{1,300}\\]:\\s*${REMOTE}`, "im");
const CODE = /^ {0,3}(```|~~~)[\s\S]*?^ {0,3}\1|`[^`\n]*`/gm;

/** A cheap check, without rendering, whether the text has such an image. */
function hasRemotePicture(text: string): boolean {
  const prose = text.replace(CODE, "");
  return PICTURE.test(prose) || (REFERRING.test(prose) && REFERENCE.test(prose));
}

/** @param onUpload opens the file chooser */
export function PictureHint({ text, onUpload }: { text: string; onUpload: () => void }) {
  return (
    <div role="status">
      {hasRemotePicture(text) && (
        <p className="mt-2">
          Pictures from other sites are shown as links.{" "}
          <button type="button" className="link-plain" onClick={onUpload}>
            Upload it to show it here.
          </button>
        </p>
      )}
    </div>
  );
}
