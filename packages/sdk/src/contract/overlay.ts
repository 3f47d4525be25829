import { termsKey } from "./contract.ts";
import { isJsonObject, type JsonObject, type JsonSchema, own } from "./json.ts";
import type { Promotion } from "./promotion.ts";

/**
 * What an operator writes over a server's tool: whole fields, so that a reader of the overlay sees
 * what applies without opening anything else. Terms are the exception and replace one by one.
 */
export interface Overlay {
  readonly description?: string;
  readonly input?: JsonSchema;
  readonly output?: JsonSchema;
  /** What the structured content is made of, for a server that sends none. */
  readonly result?: Promotion;
  /** Says that a program worked out the output from so many results, and nobody has written it yet. */
  readonly inferred?: { readonly samples: number };
  readonly terms?: JsonObject;
}

/** The tool object with an overlay laid over it. The original is untouched. */
export function withOverlay(tool: JsonObject, overlay: Overlay): JsonObject {
  const { description, input, output, terms } = overlay;
  return {
    ...tool,
    ...(description === undefined ? {} : { description }),
    ...(input === undefined ? {} : { inputSchema: input }),
    ...(output === undefined ? {} : { outputSchema: output }),
    ...(terms === undefined ? {} : { _meta: withTerms(tool, terms) }),
  };
}

function withTerms(tool: JsonObject, terms: JsonObject): JsonObject {
  const meta = objectOrEmpty(own(tool, "_meta"));
  return { ...meta, [termsKey]: { ...objectOrEmpty(own(meta, termsKey)), ...terms } };
}

function objectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
