import {
  agentHintsSchema,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  parseJson,
  resultMetadataSchema,
  subschemas,
  toolErrorSchema,
} from "@toolcourt/sdk";
import { z } from "zod";

/**
 * Returns the schema of the envelope around a tool's output, as our own tools publish it. Adjusts
 * references in the tool's schema to its new place.
 */
export function envelopeSchema(output: JsonSchema | undefined): JsonSchema {
  const { $schema, ...data } = output ?? {};
  const moved = movedTo(place, data) ?? anything;
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    properties: { data: { anyOf: [{ $ref: place }, { type: "null" }] }, ...partsOfEnvelope() },
    required: ["data", "agentHints", "metadata"],
    additionalProperties: false,
    oneOf: [
      form({ data: moved, agentHints: asAbove, metadata: asAbove }),
      form({ data: { type: "null" }, error: asAbove, agentHints: asAbove, metadata: asAbove }),
    ],
  };
}

/** Where the tool's own schema stands. */
const place = "#/oneOf/0/properties/data";
const anything: JsonSchema = {};
/** Adds nothing: the root already describes the object. */
const asAbove: JsonSchema = { type: "object" };

function form(properties: JsonObject): JsonSchema {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

let parts: JsonObject | undefined;

/** Built lazily and once: most gateways do not use it. */
function partsOfEnvelope(): JsonObject {
  parts ??= {
    error: jsonSchemaOf(toolErrorSchema),
    agentHints: jsonSchemaOf(agentHintsSchema),
    metadata: jsonSchemaOf(resultMetadataSchema),
  };
  return parts;
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io: "output" });
  const copied = parseJson(JSON.stringify(made));
  return isJsonObject(copied) ? copied : {};
}

// Keywords that hold for a whole document, or depend on the one a schema is read in.
const bound = ["$id", "id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef", "$ref"];

/** Returns undefined if a schema cannot be moved, or that is unclear. */
function movedTo(base: string, schema: JsonSchema): JsonSchema | undefined {
  const copy = structuredClone(schema);
  let moved = 0;
  for (const { schema: each } of subschemas(copy)) {
    if (bound.some((key) => key !== "$ref" && typeof own(each, key) === "string")) return undefined;
    const target = own(each, "$ref");
    if (typeof target !== "string") continue;
    if (target !== "#" && !target.startsWith("#/")) return undefined;
    Object.assign(each, { $ref: base + target.slice(1) });
    moved += 1;
  }
  // A reference outside a schema position was not moved, and something may point to it.
  return moved === referencesIn(copy) ? copy : undefined;
}

function referencesIn(root: JsonValue): number {
  let found = 0;
  const all: JsonValue[] = [root];
  for (const value of all) {
    if (typeof value !== "object" || value === null) continue;
    if (!isJsonArray(value) && typeof own(value, "$ref") === "string") found += 1;
    all.push(...Object.values(value));
  }
  return found;
}
