import type { ToolContract } from "../../contract/contract.ts";
import { isJsonObject, own } from "../../contract/json.ts";
import { defineRule } from "../rule.ts";

export const termsEffect = defineRule({
  id: "terms/effect",
  severity: { core: "warning", workspace: "warning", "cloud-discovery": "warning" },
  requirements: ["S0-48"],
  summary: "Require a word on what a call changes",
  why: `A tool that does not say whether it changes anything counts as one that does: its calls are never
cached and never tried again. \`readOnlyHint\` does not settle it, because the server that would gain
from the claim is the one that makes it.`,
  good: [
    { terms: { category: "query" } },
    { terms: { effect: "write" } },
    { terms: {}, asReceived: { annotations: { destructiveHint: true } } },
  ],
  bad: [
    { terms: {}, asReceived: {} },
    { terms: {}, asReceived: { annotations: { readOnlyHint: true } } },
  ],

  *check(contract) {
    if (!saysEffect(contract)) {
      yield {
        pointer: "/terms/effect",
        message: "State the `effect` (read, write or destroy) or the `category` in an overlay.",
      };
    }
  },
});

function saysEffect({ terms, asReceived }: ToolContract): boolean {
  if (terms.effect !== undefined || terms.category !== undefined) return true;
  const annotations = own(asReceived, "annotations");
  return isJsonObject(annotations) && own(annotations, "destructiveHint") === true;
}
