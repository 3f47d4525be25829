import type { JSX } from "preact";
import { words } from "../words.ts";
import { type Column, csvOf, jsonOf } from "./csv.ts";
import { Icon } from "./icons.tsx";
import { saveBlob } from "./save.ts";

export interface ExportProps<Row> {
  /** The beginning of the file's name. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
}

/** Saves the rows that the list shows as a file. */
export function Export<Row>({ name, columns, rows }: ExportProps<Row>): JSX.Element {
  const json = (): void => save(`${name}.json`, "application/json", jsonOf(columns, rows));
  const csv = (): void => save(`${name}.csv`, "text/csv", csvOf(columns, rows));
  return (
    <div class="export" role="group" aria-label={words.exportAs}>
      <button type="button" class="quiet" onClick={json} disabled={rows.length === 0}>
        <Icon name="download" />
        {words.exportJson}
      </button>
      <button type="button" class="quiet" onClick={csv} disabled={rows.length === 0}>
        <Icon name="download" />
        {words.exportCsv}
      </button>
    </div>
  );
}

/** Saves a text as a file. */
export function save(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}
