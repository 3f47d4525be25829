import { type JsonSchema, stepsOf, subschemas } from "@toolcourt/sdk";

const closing = ["additionalProperties", "unevaluatedProperties"];

/**
 * An output schema as its readers take it: they pass over members that they do not know, so that new
 * ones may be added at any time, although most schemas refuse them.
 */
export function openEnded(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  for (const { schema: each, pointer } of subschemas(copy)) {
    // What a condition refuses is no promise to a reader.
    if (stepsOf(pointer).some((step) => step === "not" || step === "if")) continue;
    for (const keyword of closing) {
      // The schema is our own copy, made above.
      if (each[keyword] === false) Reflect.deleteProperty(each, keyword);
    }
  }
  return copy;
}
