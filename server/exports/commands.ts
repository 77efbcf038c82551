/** Notes in the audit trail who exported what. */
import { record } from "../audit/writes.ts";
import type { ExportFormat } from "../kit/formats/export_rows.ts";
import type { Act } from "../live/outbox.ts";

export const noteExport = (act: Act, list: string, format: ExportFormat): Promise<void> =>
  record(act, "data.exported", { detail: `${list}, ${format}` });
