import { isJsonObject, type JsonObject, own } from "../../contract/json.ts";

export const hints = [
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
] as const;
export type Hint = (typeof hints)[number];

/** The annotations of a tool object; none when they are missing or not an object. */
export function annotationsOf(tool: JsonObject): JsonObject {
  const annotations = own(tool, "annotations");
  return isJsonObject(annotations) ? annotations : {};
}

/** What a tool hints about itself. Undefined when it gives no boolean: the protocol's defaults are no statement. */
export function hintOf(tool: JsonObject, hint: Hint): boolean | undefined {
  const value = own(annotationsOf(tool), hint);
  return typeof value === "boolean" ? value : undefined;
}
