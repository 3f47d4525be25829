import type { JsonObject } from "@toolcourt/sdk";
import type { Cell, Stretch, Table } from "./layout.ts";
import {
  type Column,
  columnOf,
  isYes,
  placeOf,
  type ScannedPlace,
  schemaOfType,
  valuesIn,
} from "./vocabulary.ts";

/** A parameter of one row. */
export interface ScannedParameter {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly place: ScannedPlace;
  /** The row, for provenance. */
  readonly row: Stretch;
  /** The text of its cells, for the reviewer. */
  readonly text: string;
}

export interface ScannedTable {
  readonly parameters: readonly ScannedParameter[];
  /** Reasons of the rows that were left out. */
  readonly leftOut: readonly string[];
}

const parameterName = /^[A-Za-z_$][\w.$-]{0,63}$/;

/**
 * Reads a table of parameters. Undefined if its first row does not announce name and type, each in
 * a cell of its own.
 */
export function readParameters(table: Table): ScannedTable | undefined {
  const rows = rowsOf(table);
  const header = columnsOf(rows.get(0) ?? []);
  if (header === undefined) return undefined;
  const parameters: ScannedParameter[] = [];
  const leftOut: string[] = [];
  const known = new Set<string>();
  for (const [row, cells] of rows) {
    if (row === 0) continue;
    const found = parameterIn(cells, header);
    if (typeof found === "string") leftOut.push(`Row ${row + 1} is left out: ${found}`);
    else if (known.has(found.name)) {
      leftOut.push(`Row ${row + 1} is left out: an earlier row has the same name.`);
    } else {
      known.add(found.name);
      parameters.push(found);
    }
  }
  return { parameters, leftOut };
}

function rowsOf({ cells }: Table): ReadonlyMap<number, readonly Cell[]> {
  const rows = Map.groupBy(cells, ({ row }) => row);
  return new Map([...rows].toSorted(([one], [other]) => one - other));
}

type Header = ReadonlyMap<Column, number>;

/** Returns the number of each announced column. A column that is announced twice is none. */
function columnsOf(cells: readonly Cell[]): Header | undefined {
  if (cells.some(({ isMerged }) => isMerged)) return undefined;
  const header = new Map<Column, number>();
  for (const { text, column } of cells) {
    const meaning = columnOf(text);
    if (meaning === undefined) continue;
    if (header.has(meaning)) return undefined;
    header.set(meaning, column);
  }
  return header.has("name") && header.has("type") ? header : undefined;
}

/** Returns the parameter, or why there is none. Other cells of the row have no meaning. */
function parameterIn(cells: readonly Cell[], header: Header): ScannedParameter | string {
  if (cells.some(({ isMerged }) => isMerged)) return "its cells are merged.";
  const read = cells.filter(({ column }) => [...header.values()].includes(column));
  const textOf = (column: Column): string => {
    const at = header.get(column);
    return read.find((cell) => cell.column === at)?.text ?? "";
  };
  const name = textOf("name");
  if (!parameterName.test(name)) return "its name is none that a parameter can have.";
  const type = schemaOfType(textOf("type"));
  if (type === undefined) return "its type is unknown.";
  const isRequired = isYes(textOf("required"));
  if (isRequired === undefined) return "it does not say yes or no to required.";
  const schema = withValues(type, textOf("values"));
  if (schema === undefined) return "its values are no list of plain values.";
  const place = placeOf(textOf("place"));
  if (place === undefined) return "its place is not sent.";
  const text = read.flatMap((cell) => cell.text || []).join(" | ");
  return { name, schema, isRequired, place, row: rowAt(read), text };
}

/** Adds the listed values. Undefined if they do not fit the type. */
function withValues(schema: JsonObject, text: string): JsonObject | undefined {
  if (text === "") return schema;
  const values = valuesIn(text);
  if (values === undefined || schema["format"] !== undefined) return undefined;
  if (schema["type"] === "string") return { ...schema, enum: [...values] };
  const isWhole = schema["type"] === "integer" && values.every((each) => /^\d{1,9}$/.test(each));
  return isWhole ? { ...schema, enum: values.map(Number) } : undefined;
}

function rowAt(cells: readonly Cell[]): Stretch {
  const start = Math.min(...cells.map((cell) => cell.start));
  const end = Math.max(...cells.map((cell) => cell.end));
  return { start, end, page: cells[0]?.page ?? 1 };
}
