import { own } from "../../contract/json.ts";
import { defineRule, everywhere, type RuleExample } from "../rule.ts";

// The type of an example can change a field but not remove one.
const withoutOutput: RuleExample = Object.fromEntries([["output", undefined]]);

export const outputPresent = defineRule({
  id: "output/present",
  severity: { ...everywhere("error"), registry: "warning" },
  requirements: ["S0-12", "S0-50"],
  summary: "Require an output schema, written as an object",
  why: `Without an output schema there is nothing to check an answer against: everything a server sends would
reach the model unchecked. If you trust the tool, add the schema in an overlay, as \`toolcourt adopt\` does.`,
  good: [{ output: { type: "object", properties: { ok: { type: "boolean" } } } }],
  bad: [withoutOutput],

  *check({ output, asReceived }) {
    if (output !== undefined) return;
    yield {
      pointer: "/output",
      message:
        own(asReceived, "outputSchema") === undefined
          ? "Add an `outputSchema` that describes `structuredContent`."
          : "Write the `outputSchema` as an object.",
    };
  },
});
