import type { ToolContract } from "../contract/contract.ts";
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  own,
} from "../contract/json.ts";
import { type Place, strings, subschemas } from "../contract/walk.ts";
import { propertiesOf } from "./schema-shape.ts";

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

const keywords = ["default", "const", "enum", "example", "examples", "required"];

/**
 * Yields the non-prose strings of a contract's schemas: defaults, choices, examples and property
 * names.
 */
export function* schemaValues({ input, output }: ToolContract): Generator<Place<string>> {
  yield* valuesIn(input, "/input");
  if (output !== undefined) yield* valuesIn(output, "/output");
}

function* valuesIn(root: JsonSchema, at: string): Generator<Place<string>> {
  for (const { name, pointer } of propertiesOf(root)) yield { value: name, pointer: at + pointer };
  for (const { schema, pointer } of subschemas(root)) {
    for (const keyword of keywords) {
      const given = own(schema, keyword);
      if (given === undefined) continue;
      for (const place of strings(given)) {
        yield { value: place.value, pointer: `${at}${pointer}/${keyword}${place.pointer}` };
      }
    }
  }
}
