import type { Terms } from "../../contract/contract.ts";
import type { JsonObject } from "../../contract/json.ts";
import { defineRule, everywhere, type Remark } from "../rule.ts";
import { type Hint, hintOf } from "./annotations.ts";

export const metaAnnotationsAgree = defineRule({
  id: "meta/annotations-agree",
  severity: everywhere("warning"),
  requirements: ["S3-107"],
  summary: "Forbid annotations that contradict each other or the terms",
  why: `Clients decide by annotations whether to ask a person, the gateway decides by the terms. Where the
two disagree, one of them asks too much or too little. Annotations can only make us more careful,
so the contradiction is reported and never resolved in favor of the milder word.`,
  good: [
    { asReceived: { annotations: { readOnlyHint: true, destructiveHint: false } } },
    { asReceived: { annotations: { destructiveHint: true } }, terms: { category: "mutation" } },
  ],
  bad: [
    { asReceived: { annotations: { readOnlyHint: true, destructiveHint: true } } },
    { asReceived: { annotations: { readOnlyHint: true } }, terms: { category: "mutation" } },
    { asReceived: { annotations: { destructiveHint: true } }, terms: { effect: "read" } },
  ],

  *check({ asReceived, terms }): Generator<Remark> {
    const readOnly = hintOf(asReceived, "readOnlyHint");
    const destructive = hintOf(asReceived, "destructiveHint");
    if (readOnly === true && destructive === true) {
      yield at("destructiveHint", "Decide: a tool that only reads destroys nothing.");
    }
    const reads = readsByTerms(terms);
    if (reads !== undefined && readOnly === !reads) {
      yield at("readOnlyHint", "Make `readOnlyHint` agree with the category and effect.");
    }
    if (reads === true && destructive === true) {
      yield at("destructiveHint", "Make `destructiveHint` agree with the category and effect.");
    }
    if (disagreesOnRepeats(asReceived, terms)) {
      yield at("idempotentHint", "Make `idempotentHint` agree with `idempotent`.");
    }
  },
});

function readsByTerms({ category, effect }: Terms): boolean | undefined {
  if (effect !== undefined) return effect === "read";
  if (category === undefined || category === "generation") return undefined;
  return category !== "mutation";
}

// The protocol gives the hint no meaning for a read-only tool.
function disagreesOnRepeats(tool: JsonObject, { idempotent }: Terms): boolean {
  const hint = hintOf(tool, "idempotentHint");
  if (hint === undefined || idempotent === undefined) return false;
  return hintOf(tool, "readOnlyHint") !== true && hint !== idempotent;
}

function at(hint: Hint, message: string): Remark {
  return { pointer: `/asReceived/annotations/${hint}`, message };
}
