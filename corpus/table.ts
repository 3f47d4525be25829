import type { Row } from "./area.ts";

const marks = { least: "≥", most: "≤", exactly: "=" } as const;

/** Returns whether a figure keeps its bound. A figure without a bound does. */
export function keepsBound({ figure, bound }: Row): boolean {
  if (bound === undefined) return true;
  if (bound.at === "exactly") return figure === bound.value;
  return bound.at === "least" ? figure >= bound.value : figure <= bound.value;
}

/** Formats the rows of one area: name, figure, bound, and note. */
export function tableOf(name: string, rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    written(row.figure, row.unit),
    row.bound === undefined ? "" : `${marks[row.bound.at]} ${written(row.bound.value, row.unit)}`,
    row.bound === undefined ? "" : keepsBound(row) ? "kept" : "MISSED",
    row.note ?? "",
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  );
  const lines = cells.map((line) =>
    line
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  return [name, ...lines.map((line) => `  ${line}`)].join("\n");
}

function written(figure: number, unit: Row["unit"]): string {
  if (unit === "rate") return `${(figure * 100).toFixed(2)} %`;
  if (unit === "count") return figure.toLocaleString("en-US");
  return `${figure.toFixed(figure < 10 ? 2 : 1)} ${unit}`;
}
