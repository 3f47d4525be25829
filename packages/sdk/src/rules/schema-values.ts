import type { ToolContract } from "../contract/contract.ts";
import { type JsonSchema, own } from "../contract/json.ts";
import { type Place, strings, subschemas } from "../contract/walk.ts";
import { propertiesOf } from "./schema-shape.ts";

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
