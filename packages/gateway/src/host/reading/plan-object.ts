import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { Refusal } from "../../foundation/errors/refusal.ts";
import { type Ambiguity, parseStrict } from "../../protocol/parse-strict.ts";

/** As long as the arguments of a call may be. */
const mostPlan = 1_048_576;

/**
 * Reads exactly one JSON object. White space may stand around it, and nothing else: no fence, no word,
 * no second object. A value is read by way of its text, so that it says the same whoever looks at it.
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

/** Something that is no JSON, and so no plan, for what has no JSON text. */
function textOf(said: unknown): string {
  try {
    const text: unknown = JSON.stringify(said);
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}
