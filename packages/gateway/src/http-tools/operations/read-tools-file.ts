import { type Position, YamlText } from "@toolcourt/contracts/internal/documents/document";
import { type Problem, schemaProblems } from "@toolcourt/contracts/internal/documents/problems";
import { type Path, pathText } from "@toolcourt/contracts/internal/documents/wording";
import { pointerTokens, termsKey } from "@toolcourt/sdk";
import { toolsFileSchema, type WrittenTool } from "./file-schema.ts";
import type { HttpTool } from "./http-tool.ts";
import { toHttpTool } from "./to-http-tool.ts";
import { toolProblems } from "./tool-problems.ts";

const places: Readonly<Record<string, Place>> = {
  inputSchema: inputPlace,
  outputSchema: outputPlace,
  annotations: () => ["terms"],
  effect: () => ["terms", "effect"],
  _meta: ([key, ...rest]) => (key === termsKey ? ["terms", ...rest] : []),
};

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

type Place = (rest: readonly string[], written: WrittenTool) => Path;

/**
 * Reads an HTTP tools file.
 *
 * @example
 * ```ts
 * const reading = readToolsFile("tools: []", "petstore.yaml");
 * ```
 */
export function readToolsFile(text: string, file: string): ToolsFileReading {
  const yaml = new YamlText(text);
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
  const { tools, answers } = parsed.data;
  return {
    kind: "tools",
    tools: tools.map((tool) => toHttpTool(tool, answers)),
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

/**
 * Returns the part of the file a pointer into the tool object came from. Generated parts, from
 * discovery or paging, map to the key that caused them.
 */
function writtenPlace(pointer: string, written: WrittenTool): Path {
  const [part = "", ...rest] = pointerTokens(pointer);
  return Object.hasOwn(places, part) ? (places[part]?.(rest, written) ?? []) : [part, ...rest];
}

function inputPlace(
  [part, name, ...rest]: readonly string[],
  { input, discovery }: WrittenTool,
): Path {
  if (part !== "properties" || name === undefined) return ["input"];
  if (discovery !== undefined && !Object.hasOwn(input, name)) return ["discovery"];
  return ["input", name, ...rest];
}

function outputPlace(steps: readonly string[], { paging, discovery }: WrittenTool): Path {
  const [part, name, ...rest] = steps;
  if (discovery !== undefined) {
    return part === "properties" && name === "data" ? ["output", ...rest] : ["discovery"];
  }
  if (paging !== undefined && part === "properties" && name === "paging") return ["paging"];
  return ["output", ...steps];
}
