/** The menu that downloads a screen's lists. */
import Download from "../kit/ui/icon.tsx?download";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { Menu } from "../kit/ui/menu.tsx";
import { download, type ExportList, filterOf } from "./actions.ts";

interface ExportProps {
  /** The lists, with their names if there are several. */
  lists: Partial<Record<ExportList, string>>;
  /** Parts of the address → parts of the list's filter, where the names differ. */
  names?: Record<string, string>;
}

const formats = [["csv", "CSV, for spreadsheets"], ["jsonl", "JSON Lines"]] as const;

export function Export({ lists, names }: ExportProps) {
  const { busy, run } = useCall("The export was interrupted. Nothing was saved.");
  const all = Object.entries(lists) as [ExportList, string][];
  return (
    <Menu
      align="end"
      className="btn-outline print:hidden"
      label={
        <>
          {busy
            ? <span aria-hidden className="loading loading-spinner loading-xs" />
            : <Download aria-hidden className="size-4" />}
          {busy ? "Exporting…" : "Export"}
        </>
      }
    >
      {all.flatMap(([list, name]) =>
        formats.map(([format, text]) => (
          <li key={`${list} ${format}`}>
            <button
              type="button"
              aria-disabled={busy || undefined}
              onClick={() =>
                run(async () => {
                  await download(list, format, filterOf(location.search, names));
                  toast.success("The export is complete.");
                })}
            >
              {all.length > 1 ? `${name}: ${text}` : text}
            </button>
          </li>
        ))
      )}
    </Menu>
  );
}
