import { z } from "zod";
import { isJsonObject, type JsonSchema } from "../contract/json.ts";
import { agentHintsSchema } from "../result/hints.ts";
import { resultMetadataSchema, toolErrorSchema, toolResultSchema } from "../result/tool-result.ts";
import { type Closed, closeSchema } from "./close-schema.ts";
import { copyJson } from "./json-copy.ts";

/** What a caller may send. */
export function inputSchemaOf(parameters: Closed<z.ZodType>): JsonSchema {
  return toJsonSchema(parameters, "input");
}

/** What a call answers with: the envelope, holding `result` when the call succeeds. */
export function outputSchemaOf(result: z.ZodType): JsonSchema {
  const envelope = closeSchema(toolResultSchema(result));
  // Several places hold these, so each is written once, under a name.
  nameSchema(envelope, result, "data");
  nameSchema(envelope, toolErrorSchema, "error");
  nameSchema(envelope, agentHintsSchema, "agentHints");
  nameSchema(envelope, resultMetadataSchema, "metadata");
  return { ...frame, ...toJsonSchema(envelope, "output") };
}

/** What both forms of the envelope have in common, for readers that do not look into `oneOf`. */
const frame: JsonSchema = {
  type: "object",
  properties: {
    data: { anyOf: [{ $ref: "#/$defs/data" }, { type: "null" }] },
    error: { $ref: "#/$defs/error" },
    agentHints: { $ref: "#/$defs/agentHints" },
    metadata: { $ref: "#/$defs/metadata" },
  },
  required: ["data", "agentHints", "metadata"],
  additionalProperties: false,
};

function nameSchema(envelope: Closed<z.ZodType>, schema: z.ZodType, id: string): void {
  const closed = envelope.closedForm(schema);
  if (closed !== undefined) envelope.metadata.add(closed, { ...envelope.metadata.get(closed), id });
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

// Patterns with lookaround cannot be checked in linear time, so gateways refuse them. Beside a format
// that says the same, such a pattern is dropped.
function usual({ jsonSchema }: Written): void {
  const { format, pattern } = jsonSchema;
  if (format === undefined) return;
  if (!knownFormats.has(format)) delete jsonSchema.format;
  else if (pattern !== undefined && /\(\?<?[=!]/.test(pattern)) delete jsonSchema.pattern;
}
