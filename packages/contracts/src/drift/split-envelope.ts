import {
  dataSchemaIn,
  envelopeIn,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  pointerTokens,
} from "@toolcourt/sdk";

/** The two parts of an output schema with an envelope. */
export interface SplitEnvelope {
  /** The schema of `data`, as a document of its own. */
  readonly data: JsonSchema;
  readonly dataPointer: string;
  /** The whole schema, with a schema for anything in place of the one for `data`. */
  readonly around: JsonSchema;
}

/**
 * Splits an output schema into its data and the envelope around it. The envelope's alternatives
 * would otherwise hide what changed in the data. Undefined for a schema without an envelope.
 */
export function splitEnvelope(output: JsonSchema | undefined): SplitEnvelope | undefined {
  const envelope = envelopeIn(output);
  if (output === undefined || envelope === undefined) return undefined;
  const data = dataSchemaIn(output);
  if (data === undefined) return undefined;
  const { dataPointer } = envelope;
  const around = replaced(output, pointerTokens(dataPointer));
  return isJsonObject(around) ? { data, dataPointer, around } : undefined;
}

function replaced(value: JsonValue, [key, ...rest]: readonly string[]): JsonValue {
  if (key === undefined) return {};
  if (isJsonArray(value)) {
    return value.map((item, index) => (String(index) === key ? replaced(item, rest) : item));
  }
  if (!isJsonObject(value)) return value;
  const changed: JsonObject = { ...value, [key]: replaced(value[key] ?? {}, rest) };
  return changed;
}
