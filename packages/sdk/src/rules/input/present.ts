import { isNoInput } from "../../contract/contract.ts";
import { isJsonObject, type JsonValue, own } from "../../contract/json.ts";
import { defineRule, everywhere } from "../rule.ts";

export const inputPresent = defineRule({
  id: "input/present",
  severity: everywhere("error"),
  requirements: ["S0-7", "S3-14", "S3-119"],
  summary: "Require an input schema, written as an object",
  why: `Without an input schema it is unknown which arguments are right, so every call would be a guess. \`true\`,
\`null\` and lists are not input schemas either: arguments are always an object.`,
  good: [{ input: { type: "object", properties: {}, additionalProperties: false } }],
  bad: [{ input: { not: {} } }],

  *check({ input, asReceived }) {
    if (!isNoInput(input)) return;
    yield { pointer: "/input", message: advice(own(asReceived, "inputSchema")) };
  },
});

function advice(received: JsonValue | undefined): string {
  if (received === undefined || received === null) {
    return "Add an `inputSchema`; a tool without arguments takes an empty, closed object.";
  }
  return isJsonObject(received)
    ? "Describe the arguments: this schema accepts no value at all."
    : "Write the `inputSchema` as an object.";
}
