import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonSchema } from "../contract/json.ts";
import { agentHintsSchema } from "../result/hints.ts";
import { resultMetadataSchema, toolErrorSchema } from "../result/tool-result.ts";
import { type Closed, closeSchema } from "./close-schema.ts";
import { copyJson } from "./json-copy.ts";

/** Returns the JSON Schema of the input. */
export function inputSchemaOf(parameters: Closed<z.ZodType>): JsonSchema {
  return toJsonSchema(parameters, "input");
}

/**
 * Returns the JSON Schema of the answer: the envelope, with `result` on success. Hints and metadata
 * occur once, above both branches, because validators pay for each subschema.
 */
export function outputSchemaOf(result: z.ZodType): JsonSchema {
  const parts = z.object({
    data: result,
    error: toolErrorSchema,
    agentHints: agentHintsSchema,
    metadata: resultMetadataSchema,
  });
  const { properties, ...rest } = toJsonSchema(closeSchema(parts), "output");
  const { data = {}, ...others } = isJsonObject(properties) ? properties : {};
  return {
    ...rest,
    properties: { data: dataOrNull, ...others },
    required: ["data", "agentHints", "metadata"],
    oneOf: [
      form({ data, agentHints: asAbove, metadata: asAbove }),
      form({ data: { type: "null" }, error: asAbove, agentHints: asAbove, metadata: asAbove }),
    ],
  };
}

const dataOrNull: JsonSchema = {
  anyOf: [{ $ref: "#/oneOf/0/properties/data" }, { type: "null" }],
};
/** Adds no constraint: the root describes the object's content once. */
const asAbove: JsonSchema = { type: "object", additionalProperties: {} };

function form(properties: JsonObject): JsonSchema {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

function toJsonSchema({ schema, metadata }: Closed<z.ZodType>, io: "input" | "output"): JsonSchema {
  // The dialect is implied: MCP assumes 2020-12.
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    metadata,
    override: dropUnsupported,
  });
  const copied = copyJson(made);
  return isJsonObject(copied) ? copied : {};
}

/** The formats that JSON Schema defines. Validators do not know Zod's additional ones. */
const knownFormats: ReadonlySet<string> = new Set(
  `date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6
   uri uri-reference iri iri-reference uri-template uuid json-pointer regex`.split(/\s+/),
);

interface Written {
  readonly jsonSchema: { format?: string; pattern?: string };
}

/** Zod accepts every IPv6 address valid in a URL, which is more than its pattern allows. */
const widerThanPattern: ReadonlySet<string> = new Set(["ipv6", "cidrv6"]);

// Lookaround patterns cannot be matched in linear time, so gateways refuse them. We drop such a
// pattern if a format states the same.
function dropUnsupported({ jsonSchema }: Written): void {
  const { format, pattern } = jsonSchema;
  if (format === undefined) return;
  if (widerThanPattern.has(format)) delete jsonSchema.pattern;
  if (!knownFormats.has(format)) delete jsonSchema.format;
  else if (pattern !== undefined && /\(\?<?[=!]/.test(pattern)) delete jsonSchema.pattern;
}
