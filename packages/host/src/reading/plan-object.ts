import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type Ambiguity, parseStrict } from "@toolcourt/gateway/internal/protocol/parse-strict";
import { isJsonObject, type JsonObject } from "@toolcourt/sdk";

/** The limit for the arguments of a call. */
const mostPlan = 1_048_576;

/**
 * Reads exactly one JSON object, optionally surrounded by whitespace: no fence, no prose, no second
 * object. A value is read through its JSON text, so it cannot change between reads.
 */
export function planObject(said: unknown): JsonObject {
  const text = typeof said === "string" ? said : textOf(said);
  if (text.length > mostPlan) throw new Refusal("plan-too-long", { most: mostPlan });
  const reading = parseStrict(text);
  if (reading.kind === "refused") throw refusalOf(reading.because);
  if (!isJsonObject(reading.value)) throw new Refusal("plan-not-one-object", {});
  return reading.value;
}

function refusalOf(because: Ambiguity): Refusal {
  if (because === "syntax") return new Refusal("plan-not-one-object", {});
  if (because === "duplicate-key") return new Refusal("plan-duplicate-key", {});
  return new Refusal("plan-ambiguous", { because });
}

/** Returns the JSON text of a value, or invalid JSON if it has none. */
function textOf(said: unknown): string {
  try {
    const text: unknown = JSON.stringify(said);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}
