import { isJsonArray, own, pointerToken, subschemas } from "@toolcourt/sdk";
import { defineCheck } from "./check.ts";

export const enumSize = defineCheck({
  id: "schema/enum-size",
  summary: "Limit an enum to 1,000 values",
  why: `A model sees every value of an enum, and a validator compares each of them. Put a longer list behind
a search tool.`,
  good: [{ input: { type: "object", properties: { unit: { enum: ["celsius", "kelvin"] } } } }],
  bad: [
    {
      input: {
        type: "object",
        properties: { id: { enum: Array.from({ length: 1_001 }, (_, i) => i) } },
      },
    },
  ],

  *inspect(schema, { maxEnum }) {
    for (const { schema: each, pointer } of subschemas(schema)) {
      const values = own(each, "enum");
      if (isJsonArray(values) && values.length > maxEnum) {
        yield {
          pointer: pointer + pointerToken("enum"),
          message: `List at most ${maxEnum} values; ${values.length} are too many.`,
        };
      }
    }
  },
});
