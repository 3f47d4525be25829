import { isJsonArray, isJsonObject, type JsonObject, own, type ToolResult } from "@toolcourt/sdk";
import { type DiscoveryFacts, discoveryMetadata, discoverySchema } from "../discovery-metadata.ts";

const schema: JsonObject = {
  ...discoverySchema({
    counts: {
      requests: { type: "integer", description: "How many requests the target answered." },
    },
    counted: ["requests"],
  }),
  "x-volatile": true,
};

/** Adds `metadata.discovery` to the output schema of a tool. Other tools stay as they are. */
export function withDiscovery(tool: JsonObject): JsonObject {
  return changed(tool, ["outputSchema", "properties", "metadata"], (metadata) => {
    const known = own(metadata, "properties");
    const required = own(metadata, "required");
    if (!isJsonObject(known) || !isJsonArray(required)) return metadata;
    return {
      ...metadata,
      properties: { ...known, discovery: schema },
      required: [...required, "discovery"],
    };
  });
}

/** Replaces the object at a path. Returns `value` itself if there is none. */
function changed(
  value: JsonObject,
  [key, ...rest]: readonly string[],
  change: (found: JsonObject) => JsonObject,
): JsonObject {
  if (key === undefined) return change(value);
  const found = own(value, key);
  return isJsonObject(found) ? { ...value, [key]: changed(found, rest, change) } : value;
}

export interface Discovered extends Omit<DiscoveryFacts, "counts"> {
  readonly requests: number;
}

/** Adds `metadata.discovery` to a result, also to one of a failure. */
export function discovered(result: ToolResult, { requests, ...facts }: Discovered): ToolResult {
  const discovery = discoveryMetadata({ ...facts, counts: { requests } });
  const metadata = { ...result.metadata, discovery };
  return { ...result, metadata };
}
