import { isJsonObject, type JsonObject, own } from "../../contract/json.ts";

export const hints = [
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
] as const;
export type Hint = (typeof hints)[number];

/** Returns the annotations of a tool object. Empty if they are missing or no object. */
export function annotationsOf(tool: JsonObject): JsonObject {
  const annotations = own(tool, "annotations");
  return isJsonObject(annotations) ? annotations : {};
}

/**
 * Returns a tool's hint about itself. Undefined unless it is a boolean: the protocol's defaults are
 * no statement.
 */
export function hintOf(tool: JsonObject, hint: Hint): boolean | undefined {
  const value = own(annotationsOf(tool), hint);
  return typeof value === "boolean" ? value : undefined;
}
