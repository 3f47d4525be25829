import {
  isJsonArray,
  isJsonObject,
  type JsonSchema,
  type JsonValue,
  subschemas,
} from "@toolcourt/sdk";
import { textsOfFormat } from "../../contracts/generation/text/formats.ts";

/**
 * The schema as those read it who enforce `format`, which they may and others need not: what has a format
 * is one of the few texts about which nobody could argue.
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

// No text at all would be an enum without members, which no dialect allows.
function enumOf(format: string): readonly JsonValue[] {
  const texts = textsOfFormat(format);
  return texts.length === 0 ? [null] : texts;
}
