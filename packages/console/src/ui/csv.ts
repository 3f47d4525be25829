/** One column of a list: what its cells say. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => string | number | null;
}

/** A spreadsheet runs a cell that begins so. An apostrophe makes it a text. */
const formula = /^[=+\-@\t\r]/;

export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map(({ cell }) => String(cell(row) ?? ""))),
  ];
  return `${lines.map((cells) => cells.map(quoted).join(",")).join("\r\n")}\r\n`;
}

export function jsonOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const objects = rows.map((row) =>
    Object.fromEntries(columns.map(({ name, cell }) => [name, cell(row)])),
  );
  return `${JSON.stringify(objects, undefined, 2)}\n`;
}

function quoted(cell: string): string {
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
