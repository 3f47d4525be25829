import { type JsonSchema, pointerTokens, subschemas } from "@toolcourt/sdk";

const closing = ["additionalProperties", "unevaluatedProperties"];

/**
 * Opens an output schema the way readers see it. They ignore unknown members, so new ones are
 * allowed even if the schema is closed.
 */
export function openEnded(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  for (const { schema: each, pointer } of subschemas(copy)) {
    // Constraints within a condition promise nothing to a reader.
    if (pointerTokens(pointer).some((step) => step === "not" || step === "if")) continue;
    for (const keyword of closing) {
      // Mutates our own copy, made above.
      if (each[keyword] === false) Reflect.deleteProperty(each, keyword);
    }
  }
  return copy;
}
