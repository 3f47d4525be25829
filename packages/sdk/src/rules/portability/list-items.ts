import { own } from "../../contract/json.ts";
import { subschemas } from "../../contract/walk.ts";
import { defineRule, everywhere, withParameters } from "../rule.ts";
import { typesOf } from "../schema-shape.ts";

export const portabilityListItems = defineRule({
  id: "portability/list-items",
  severity: everywhere("warning"),
  requirements: ["S0-9"],
  summary: "Require lists to declare their items",
  why: `A list without \`items\` takes anything, and two of the large model providers refuse a request
in which a tool has one.`,
  good: [withParameters({ tags: { type: "array", items: { type: "string" } } })],
  bad: [withParameters({ tags: { type: "array" } })],

  *check({ input }) {
    for (const { schema, pointer } of subschemas(input)) {
      const says = own(schema, "items") ?? own(schema, "prefixItems");
      if (says !== undefined || !typesOf(schema).includes("array")) continue;
      yield { pointer: `/input${pointer}`, message: "Say under `items` what this list holds." };
    }
  },
});
