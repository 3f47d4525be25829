import type { Path } from "@toolcourt/contracts/internal/documents/wording";
import { stepsOf, termsKey } from "@toolcourt/sdk";
import type { WrittenTool } from "./file-schema.ts";

/**
 * Returns the part of the file a pointer into the tool object came from. Generated parts, from
 * discovery or paging, map to the key that caused them.
 */
export function writtenPlace(pointer: string, written: WrittenTool): Path {
  const [part = "", ...rest] = stepsOf(pointer);
  return Object.hasOwn(places, part) ? (places[part]?.(rest, written) ?? []) : [part, ...rest];
}

type Place = (rest: readonly string[], written: WrittenTool) => Path;

const places: Readonly<Record<string, Place>> = {
  inputSchema: inputPlace,
  outputSchema: outputPlace,
  annotations: () => ["terms"],
  effect: () => ["terms", "effect"],
  _meta: ([key, ...rest]) => (key === termsKey ? ["terms", ...rest] : []),
};

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
