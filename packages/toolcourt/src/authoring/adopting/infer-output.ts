import { promote } from "@toolcourt/gateway/internal/pipeline/derive-structured-content";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
  type Promotion,
} from "@toolcourt/sdk";
import { inferSchema } from "./infer-schema.ts";

/** The inferred form of a tool's results. */
export interface InferredOutput {
  /** Default: none, because the server sends structured content itself. */
  readonly result?: Promotion;
  readonly output: JsonSchema;
  /** The structured content of each result used for the inference. */
  readonly values: readonly JsonValue[];
}

/** Larger than the gate's limit. */
const maxChars = 1_048_576;

/**
 * Infers a tool's output. Takes the most specific form that fits all results. In order: structured
 * content, JSON in a text, the text itself, the kinds of its blocks. Ignores errors.
 */
export function inferOutput(results: readonly JsonObject[]): InferredOutput {
  const answers = results.filter((result) => own(result, "isError") !== true);
  if (answers.length === 0) return { result: "blocks", output: blocksSchema, values: [] };
  const structured = answers.map((result) => own(result, "structuredContent"));
  return (
    ofStructured(structured) ??
    ofJson(promotedBy("json-text", answers)) ??
    ofText(promotedBy("text", answers)) ?? {
      result: "blocks",
      output: blocksSchema,
      values: answers.map((answer) => promoted("blocks", answer)).filter(isPresent),
    }
  );
}

function ofStructured(values: readonly (JsonValue | undefined)[]): InferredOutput | undefined {
  if (!values.every(isJsonObject)) return undefined;
  const output = inferSchema(values);
  return describes(output) ? { output, values } : undefined;
}

function ofJson(values: readonly JsonObject[] | undefined): InferredOutput | undefined {
  if (values === undefined) return undefined;
  const output = inferSchema(values);
  return describes(output) ? { result: "json-text", output, values } : undefined;
}

function ofText(values: readonly JsonObject[] | undefined): InferredOutput | undefined {
  return values && { result: "text", output: textSchema, values };
}

/**
 * Returns whether the schema knows any member. Otherwise it would be free-form output with a schema
 * for show.
 */
function describes(schema: JsonSchema): boolean {
  return (
    own(schema, "properties") !== undefined || own(schema, "additionalProperties") !== undefined
  );
}

/** Returns undefined unless all answers can be promoted. */
function promotedBy(
  promotion: Promotion,
  answers: readonly JsonObject[],
): readonly JsonObject[] | undefined {
  const values = answers.map((answer) => promoted(promotion, answer)).filter(isPresent);
  return values.length === answers.length ? values : undefined;
}

function promoted(promotion: Promotion, answer: JsonObject): JsonObject | undefined {
  const content = own(answer, "content");
  return promote(isJsonArray(content) ? content.filter(isJsonObject) : [], promotion, maxChars);
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

// The gateway builds this value itself, so its schema is exact.
const textSchema: JsonSchema = {
  type: "object",
  properties: { text: { type: "string", description: "What the tool says, as it says it." } },
  required: ["text"],
  additionalProperties: false,
};

const blocksSchema: JsonSchema = {
  type: "object",
  properties: {
    blocks: {
      type: "array",
      description: "What the answer consists of, without the bytes of pictures and sounds.",
      items: {
        type: "object",
        properties: {
          type: { enum: ["text", "image", "audio", "resource_link", "resource"] },
          text: { type: "string" },
          mimeType: { type: "string" },
          uri: { type: "string" },
        },
        required: ["type"],
        additionalProperties: false,
      },
    },
  },
  required: ["blocks"],
  additionalProperties: false,
};
