import { stepsOf, termsKey } from "@toolcourt/sdk";
import type { Path } from "../../documents/wording.ts";
import type { WrittenTool } from "./file-schema.ts";

/**
 * Which part of a tool of a file a place of its tool object was made of. What nobody wrote, because it
 * comes with every discovery or with every list of pages, was made of the key that brought it.
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
