import { subschemas } from "../../contract/walk.ts";
import { closedWhereSafe } from "../closing.ts";
import { defineRule, everywhere } from "../rule.ts";
import { describesObject } from "../schema-shape.ts";

export const inputClosed = defineRule({
  id: "input/closed",
  severity: { ...everywhere("warning"), "cloud-discovery": "error", "agent-hints": "error" },
  requirements: ["S0-9", "S0-49"],
  summary: "Reject unknown keys in every input object",
  why: `A key the schema does not name reaches the tool unchecked. Callers use such keys to smuggle
options past policy, and typos go unnoticed.`,
  good: [{ input: { type: "object", properties: {}, additionalProperties: false } }],
  bad: [
    { input: { type: "object", properties: {} } },
    {
      input: {
        type: "object",
        additionalProperties: false,
        properties: { where: { type: "object", properties: {} } },
      },
    },
  ],

  *check(contract) {
    for (const { schema, pointer } of subschemas(contract.input)) {
      if (describesObject(schema) && schema["additionalProperties"] !== false) {
        yield {
          pointer: `/input${pointer}`,
          message: "This object accepts any key; set `additionalProperties` to false.",
        };
      }
    }
  },
  repair({ input }) {
    const closed = closedWhereSafe(input);
    return closed === undefined ? undefined : { input: closed };
  },
});
