import type { ToolContract } from "../../contract/contract.ts";
import { isJsonArray, type JsonObject, type JsonValue } from "../../contract/json.ts";
import { everywhere } from "../profiles.ts";
import { defineRule } from "../rule.ts";

/** The largest of 12,000 real definitions has 37,000 characters in 3,400 values. */
const mostCharacters = 131_072;
const mostValues = 20_000;

export const contractSize = defineRule({
  id: "contract/size",
  severity: everywhere("error"),
  requirements: [],
  summary: "Limit a definition to what can be looked at",
  why: `A definition is sent to a model with every question and approved by a person. Nobody reads one of
this size, and a judge that tried could be kept busy instead of judging: so it is refused for its size
alone, and the other rules are not applied.`,
  good: [{ description: "a".repeat(16_000) }],
  bad: [
    { description: "a".repeat(mostCharacters + 1) },
    { input: { enum: Array.from({ length: mostValues }, (_, index) => index) } },
  ],

  *check(contract) {
    if (isOversized(contract)) {
      yield { pointer: "", message: "Shorten the definition: it is too large to be looked at." };
    }
  },
});

/** Whether a contract is more than the rules look at. Stops counting as soon as that is known. */
export function isOversized({
  name,
  description,
  input,
  output,
  asReceived,
}: ToolContract): boolean {
  const contract = [name, description, input, output ?? {}];
  return exceeds(contract) || exceeds([asReceived]);
}

function exceeds(found: JsonValue[]): boolean {
  let characters = 0;
  // The list grows while it is read; `for … of` sees what is added.
  for (const value of found) {
    if (typeof value === "string") characters += value.length;
    if (typeof value === "object" && value !== null) {
      const { keys, below } = partsOf(value);
      // Before they are added: one list may have more than all that is looked at.
      if (found.length + below.length > mostValues) return true;
      for (const key of keys) characters += key.length;
      found.push(...below);
    }
    if (characters > mostCharacters) return true;
  }
  return found.length > mostValues;
}

function partsOf(value: JsonObject | readonly JsonValue[]): {
  readonly keys: readonly string[];
  readonly below: readonly JsonValue[];
} {
  if (isJsonArray(value)) return { keys: [], below: value };
  const keys = Object.keys(value);
  return { keys, below: keys.map((key) => value[key] ?? null) };
}
