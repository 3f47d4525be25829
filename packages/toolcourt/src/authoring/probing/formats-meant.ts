import { textsOfFormat } from "@toolcourt/contracts/internal/generation/text/formats";
import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  subschemas,
} from "@toolcourt/sdk";

/**
 * Replaces each `format` by an enum of a few undisputed texts. Enforcing `format` is optional, so
 * servers differ on other texts.
 */
export function withFormatsMeant(schema: JsonSchema): JsonSchema {
  const copy = structuredClone(schema);
  for (const place of subschemas(copy)) {
    const { format, allOf } = place.schema;
    if (typeof format !== "string") continue;
    const meant: JsonValue = { anyOf: [{ not: { type: "string" } }, { enum: enumOf(format) }] };
    Object.assign(place.schema, { allOf: [...(isJsonArray(allOf) ? allOf : []), meant] });
  }
  return isJsonObject(copy) ? copy : schema;
}

// Without texts the enum would be empty, which no dialect allows.
function enumOf(format: string): readonly JsonValue[] {
  const texts = textsOfFormat(format);
  return texts.length === 0 ? [null] : texts;
}
