import { z } from "zod";
import { isJsonObject, type JsonSchema } from "../contract/json.ts";
import { agentHintsSchema } from "../result/hints.ts";
import { resultMetadataSchema, toolResultSchema } from "../result/tool-result.ts";
import { type Closed, closeSchema } from "./close-schema.ts";
import { copyJson } from "./json-copy.ts";

/** What a caller may send. */
export function inputSchemaOf(parameters: Closed<z.ZodType>): JsonSchema {
  return toJsonSchema(parameters, "input");
}

/** What a call answers with: the envelope, holding `result` when the call succeeds. */
export function outputSchemaOf(result: z.ZodType): JsonSchema {
  const envelope = closeSchema(toolResultSchema(result));
  // Both forms of the envelope hold these, so each is written once, under a name.
  nameSchema(envelope, agentHintsSchema, "agentHints");
  nameSchema(envelope, resultMetadataSchema, "metadata");
  return { type: "object", ...toJsonSchema(envelope, "output") };
}

function nameSchema(envelope: Closed<z.ZodType>, schema: z.ZodType, id: string): void {
  const closed = envelope.closedForm(schema);
  if (closed !== undefined) envelope.metadata.add(closed, { id });
}

function toJsonSchema({ schema, metadata }: Closed<z.ZodType>, io: "input" | "output"): JsonSchema {
  // The dialect goes without saying: 2020-12 is what MCP assumes.
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, metadata });
  const copied = copyJson(made);
  return isJsonObject(copied) ? copied : {};
}
