import type { ToolContract } from "../../contract/contract.ts";
import { isJsonArray, type JsonObject, type JsonValue } from "../../contract/json.ts";
import { defineRule, everywhere } from "../rule.ts";

/** For comparison: the largest of 12,000 real definitions has 37,000 characters in 3,400 values. */
const maxCharacters = 131_072;
const maxValues = 20_000;

export const contractSize = defineRule({
  id: "contract/size",
  severity: everywhere("error"),
  requirements: [],
  summary: "Limit the size of a definition",
  why: `A definition is sent to a model with every question and approved by a person. A definition of this size is
not read before approval, and judging it could take very long. So its size alone refuses it, and the
other rules are not applied.`,
  good: [{ description: "a".repeat(16_000) }],
  bad: [
    { description: "a".repeat(maxCharacters + 1) },
    { input: { enum: Array.from({ length: maxValues }, (_, index) => index) } },
  ],

  *check(contract) {
    if (isOversized(contract)) {
      yield { pointer: "", message: "Shorten the definition: it is too large to review." };
    }
  },
});

const judged = new WeakMap<ToolContract, boolean>();

/**
 * Returns whether a contract exceeds the limits of the rules. Stops counting as soon as it does.
 */
export function isOversized(contract: ToolContract): boolean {
  const known = judged.get(contract);
  if (known !== undefined) return known;
  const { name, description, input, output = {}, asReceived } = contract;
  const isTooLarge = exceeds([asReceived]) || exceeds([name, description, input, output]);
  judged.set(contract, isTooLarge);
  return isTooLarge;
}

function exceeds(found: JsonValue[]): boolean {
  let characters = 0;
  // The list grows during iteration; `for … of` sees the additions.
  for (const value of found) {
    if (typeof value === "string") characters += value.length;
    if (typeof value === "object" && value !== null) {
      const added = addTo(found, value);
      if (added === undefined) return true;
      characters += added;
    }
    if (characters > maxCharacters) return true;
  }
  return false;
}

/**
 * Adds the members and returns the characters of the keys. Undefined if there are too many values:
 * then it adds none.
 */
function addTo(found: JsonValue[], value: JsonObject | readonly JsonValue[]): number | undefined {
  const room = maxValues - found.length;
  if (isJsonArray(value)) {
    if (value.length > room) return undefined;
    found.push(...value);
    return 0;
  }
  const keys = Object.keys(value);
  if (keys.length > room) return undefined;
  for (const key of keys) found.push(value[key] ?? null);
  return keys.join("").length;
}
