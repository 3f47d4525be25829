import { isJsonArray, isJsonObject, type JsonObject, own, type ToolResult } from "@toolcourt/sdk";

// What S2-24 wants of a discovery. For local tools the gateway knows it, so no author writes it.

const moment = { type: "string", format: "date-time" };

const discoverySchema: JsonObject = {
  type: "object",
  description: "Which discovery this is, what it asked the target and when.",
  properties: {
    discovery_id: { type: "string", description: "The id of this discovery." },
    stage: { type: "string", description: "The tier that was looked at." },
    counts: {
      type: "object",
      description: "How much was asked.",
      properties: {
        requests: { type: "integer", description: "How many requests the target answered." },
      },
      required: ["requests"],
      additionalProperties: false,
    },
    timestamps: {
      type: "object",
      description: "When the tool began and ended.",
      properties: {
        started_at: { ...moment, description: "When the tool began." },
        finished_at: { ...moment, description: "When the tool ended." },
      },
      required: ["started_at", "finished_at"],
      additionalProperties: false,
    },
  },
  required: ["discovery_id", "stage", "counts", "timestamps"],
  additionalProperties: false,
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
      properties: { ...known, discovery: discoverySchema },
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

export interface Discovered {
  readonly discoveryId: string;
  readonly stage: string;
  readonly requests: number;
  readonly startedAt: number;
  readonly finishedAt: number;
}

/** Adds `metadata.discovery` to a result, also to one of a failure. */
export function discovered(result: ToolResult, facts: Discovered): ToolResult {
  const { discoveryId, stage, requests, startedAt, finishedAt } = facts;
  const discovery = {
    discovery_id: discoveryId,
    stage,
    counts: { requests },
    timestamps: {
      started_at: new Date(startedAt).toISOString(),
      finished_at: new Date(finishedAt).toISOString(),
    },
  };
  const metadata = { ...result.metadata, discovery };
  return { ...result, metadata };
}
