/** Cells of a table that a spreadsheet would run as formulas, and the apostrophe that stops it. */

/** The first character of such a cell, also in its full width. */
const BEGIN = "[=+\\-@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]";
const RUNS = new RegExp(`^${BEGIN}`);
const RUNS_OR_GUARDED = new RegExp(`^(?='*${BEGIN})`);
const GUARDED = new RegExp(`^'(?='*${BEGIN})`);

export const isFormula = (cell: string): boolean => RUNS.test(cell);

/** Also guards what is guarded already, so that `unguarded` returns each cell as it was. */
export const guarded = (cell: string): string => cell.replace(RUNS_OR_GUARDED, "'");

export const unguarded = (cell: string): string => cell.replace(GUARDED, "");
