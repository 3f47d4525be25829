import { z } from "zod";
import { isJsonObject, type JsonObject, type JsonSchema } from "../contract/json.ts";
import { agentHintsSchema } from "../result/hints.ts";
import { resultMetadataSchema, toolErrorSchema } from "../result/tool-result.ts";
import { type Closed, closeSchema } from "./close-schema.ts";
import { copyJson } from "./json-copy.ts";

/** What a caller may send. */
export function inputSchemaOf(parameters: Closed<z.ZodType>): JsonSchema {
  return toJsonSchema(parameters, "input");
}

/**
 * What a call answers with: the envelope, holding `result` when the call succeeds. Hints and metadata
 * are in both forms of it and stand above them, once: whoever compiles this pays for each subschema.
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
/** Says nothing new: what the object holds is said once, at the root. */
const asAbove: JsonSchema = { type: "object", additionalProperties: {} };

function form(properties: JsonObject): JsonSchema {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

function toJsonSchema({ schema, metadata }: Closed<z.ZodType>, io: "input" | "output"): JsonSchema {
  // The dialect goes without saying: 2020-12 is what MCP assumes.
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, metadata, override: usual });
  const copied = copyJson(made);
  return isJsonObject(copied) ? copied : {};
}

/** The formats that JSON Schema defines. Zod has others, which no validator would know. */
const knownFormats: ReadonlySet<string> = new Set(
  `date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6
   uri uri-reference iri iri-reference uri-template uuid json-pointer regex`.split(/\s+/),
);

interface Written {
  readonly jsonSchema: { format?: string; pattern?: string };
}

/** Zod takes the addresses of IPv6 that a URL can hold, which are more than its pattern says. */
const widerThanPattern: ReadonlySet<string> = new Set(["ipv6", "cidrv6"]);

// Patterns with lookaround cannot be checked in linear time, so gateways refuse them. Beside a format
// that says the same, such a pattern is dropped.
function usual({ jsonSchema }: Written): void {
  const { format, pattern } = jsonSchema;
  if (format === undefined) return;
  if (widerThanPattern.has(format)) delete jsonSchema.pattern;
  if (!knownFormats.has(format)) delete jsonSchema.format;
  else if (pattern !== undefined && /\(\?<?[=!]/.test(pattern)) delete jsonSchema.pattern;
}
