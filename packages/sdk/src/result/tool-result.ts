import { z } from "zod";
import { errorClasses, kebabCase } from "./failures.ts";
import { type AgentHints, agentHintsSchema } from "./hints.ts";

export const toolErrorSchema = z.strictObject({
  class: z.enum(errorClasses),
  code: z.string().regex(kebabCase),
  message: z.string().min(1),
  retryable: z.boolean(),
});

export const resultMetadataSchema = z.strictObject({
  toolVersion: z.string().min(1),
  timestamp: z.iso.datetime().describe("When the tool ran, UTC").meta({ "x-volatile": true }),
  executionTime: z.number().nonnegative().describe("Milliseconds").meta({ "x-volatile": true }),
  serviceVersion: z.string().min(1),
  traceId: z.guid().optional(),
  correlationId: z.guid().optional(),
  cached: z.boolean().optional(),
});

export type ToolError = z.output<typeof toolErrorSchema>;
export type ResultMetadata = z.output<typeof resultMetadataSchema>;

export interface ToolSuccess<Data = unknown> {
  readonly data: Data;
  readonly error?: never;
  readonly agentHints: AgentHints;
  readonly metadata: ResultMetadata;
}

export interface ToolFailure {
  readonly data: null;
  readonly error: ToolError;
  readonly agentHints: AgentHints;
  readonly metadata: ResultMetadata;
}

/** The answer of every call. Check `error` first: it is present exactly when `data` is null. */
export type ToolResult<Data = unknown> = ToolSuccess<Data> | ToolFailure;

const toolFailureSchema = z.strictObject({
  data: z.null(),
  error: toolErrorSchema,
  agentHints: agentHintsSchema,
  metadata: resultMetadataSchema,
});

/**
 * Creates the schema of a tool's result envelope, for success and failure.
 *
 * @example
 * ```ts
 * const schema = toolResultSchema(z.strictObject({ celsius: z.number() }));
 * schema.safeParse({ data: { celsius: 21 } }).success; // false: hints and metadata are missing
 * ```
 */
export function toolResultSchema(data: z.ZodType): z.ZodType {
  const success = z.strictObject({
    data,
    agentHints: agentHintsSchema,
    metadata: resultMetadataSchema,
  });
  return z.xor([success, toolFailureSchema]);
}
