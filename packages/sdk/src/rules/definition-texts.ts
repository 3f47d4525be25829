import type { ToolContract } from "../contract/contract.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json.ts";
import { type Place, strings } from "../contract/walk.ts";

// Cached per contract, because every text rule reads the same texts.
const collected = new WeakMap<ToolContract, readonly Place<string>[]>();

/**
 * Returns every visible string of a definition, including keys and names. Omits texts that an
 * overlay replaced: they are never shown.
 */
export function definitionTexts(contract: ToolContract): readonly Place<string>[] {
  const known = collected.get(contract);
  if (known !== undefined) return known;
  const texts = [...strings(definitionOf(contract))];
  collected.set(contract, texts);
  return texts;
}

function definitionOf(contract: ToolContract): JsonObject {
  const { name, description, input, output, asReceived } = contract;
  const rest = Object.entries(asReceived).filter(([key, value]) => !isTaken(key, value));
  return {
    name,
    description,
    input,
    ...(output === undefined ? {} : { output }),
    asReceived: Object.fromEntries(rest),
  };
}

// The contract holds these four itself, unless they have an invalid form.
function isTaken(key: string, value: JsonValue): boolean {
  if (key === "name" || key === "description") return typeof value === "string";
  return (key === "inputSchema" || key === "outputSchema") && isJsonObject(value);
}
