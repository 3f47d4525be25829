import {
  type Position,
  readYaml,
  type YamlText,
} from "@toolcourt/contracts/internal/documents/document";
import { type Problem, schemaProblems } from "@toolcourt/contracts/internal/documents/problems";
import { pathText } from "@toolcourt/contracts/internal/documents/wording";
import { toolsFileSchema } from "./file-schema.ts";
import type { HttpTool } from "./http-tool.ts";
import { toHttpTool } from "./to-http-tool.ts";
import { toolProblems } from "./tool-problems.ts";
import { writtenPlace } from "./written-place.ts";

/** Larger than any hand-written file of HTTP tools. */
export const maxToolsFileMb = 4;

export type ToolsFileReading =
  | {
      readonly kind: "tools";
      readonly tools: readonly HttpTool[];
      /** Returns the file position of a pointer into one tool object. */
      readonly positionOf: (index: number, pointer: string) => Position;
    }
  /** All problems at once, one line each, with positions. */
  | { readonly kind: "invalid"; readonly problems: readonly string[] };

/**
 * Reads an HTTP tools file.
 *
 * @example
 * ```ts
 * const reading = readToolsFile("tools: []", "petstore.yaml");
 * ```
 */
export function readToolsFile(text: string, file: string): ToolsFileReading {
  const yaml = readYaml(text);
  const flaws = yaml.flaws.map(({ line, column, message }) => ({ line, column, message }));
  const parsed = toolsFileSchema.safeParse(yaml.value ?? {});
  const problems = parsed.success
    ? parsed.data.tools.flatMap((tool, index, all) => toolProblems(tool, all.slice(0, index)))
    : schemaProblems(toolsFileSchema, parsed.error.issues);
  const found = yaml.value === undefined ? [] : problems;
  const mistakes = [...flaws, ...found.map((problem) => placed(problem, yaml))];
  if (!parsed.success || mistakes.length > 0) {
    return { kind: "invalid", problems: linesOf(file, mistakes) };
  }
  const { tools } = parsed.data;
  return {
    kind: "tools",
    tools: tools.map(toHttpTool),
    positionOf: (index, pointer) => {
      const written = tools[index];
      const place = written === undefined ? [] : writtenPlace(pointer, written);
      return yaml.positionOf(["tools", index, ...place], "value");
    },
  };
}

interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

function placed({ path, part, message }: Problem, yaml: YamlText): Mistake {
  return { ...yaml.positionOf(path, part), message: `${pathText(path)}: ${message}` };
}

function linesOf(file: string, mistakes: readonly Mistake[]): readonly string[] {
  const lines = mistakes
    .toSorted((a, b) => a.line - b.line || a.column - b.column)
    .map(({ line, column, message }) => `${file}:${line}:${column} ${message}`);
  return [...new Set(lines)];
}
