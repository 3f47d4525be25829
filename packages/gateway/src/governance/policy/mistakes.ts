import type { YamlText } from "../../documents/document.ts";
import type { Problem } from "../../documents/problems.ts";
import { pathText } from "../../documents/wording.ts";

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
