import type { YamlText } from "@toolcourt/contracts/internal/documents/document";
import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { pathText } from "@toolcourt/contracts/internal/documents/wording";

/** A mistake and its position. */
export interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export function placed({ path, part, message }: Problem, yaml: YamlText): Mistake {
  const text = path.length === 0 ? message : `${pathText(path)}: ${message}`;
  return { ...yaml.positionOf(path, part), message: text };
}

/** Formats one line per mistake, in file order. */
export function linesOf(file: string, mistakes: readonly Mistake[]): readonly string[] {
  const lines = mistakes
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
    .map(({ line, column, message }) => `${file}:${line}:${column} ${message}`);
  return [...new Set(lines)];
}
