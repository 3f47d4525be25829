import type { ToolContract } from "../contract/contract.ts";
import { type JsonSchema, own } from "../contract/json.ts";
import { type Place, strings, subschemas } from "../contract/walk.ts";

const keywords = ["default", "const", "enum", "example", "examples"];

/** The strings that the schemas of a contract give as values: defaults, choices and examples. */
export function* schemaValues({ input, output }: ToolContract): Generator<Place<string>> {
  yield* valuesIn(input, "/input");
  if (output !== undefined) yield* valuesIn(output, "/output");
}

function* valuesIn(root: JsonSchema, at: string): Generator<Place<string>> {
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
