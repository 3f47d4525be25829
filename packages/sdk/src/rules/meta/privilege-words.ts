import type { ToolContract } from "../../contract/contract.ts";
import { defineRule, everywhere } from "../rule.ts";
import { wordParts } from "../word-parts.ts";
import { hintOf } from "./annotations.ts";
import { claimsPrivilege, namesPrivilege } from "./privileged-verbs.ts";

export const metaPrivilegeWords = defineRule({
  id: "meta/privilege-words",
  severity: everywhere("warning"),
  requirements: ["S3-107"],
  summary: "Forbid words of change on tools that say they only read",
  why: `Clients run a tool without asking when it says that it only reads. One that is called
\`delete-card\` and says so all the same is either mislabeled or counts on nobody looking. Words prove
nothing, so this is a warning for whoever approves the tool.`,
  good: [
    { name: "get-card", asReceived: { annotations: { readOnlyHint: true } } },
    {
      name: "delete-card",
      description: "Deletes one card.",
      terms: { category: "mutation" },
      asReceived: { annotations: { readOnlyHint: false } },
    },
  ],
  bad: [
    { name: "delete-card", terms: {}, asReceived: { annotations: { readOnlyHint: true } } },
    { description: "Sends the report to everybody.", terms: { category: "query" } },
    { name: "drop-table", terms: { effect: "read" }, asReceived: {} },
  ],

  *check(contract) {
    if (!saysItReads(contract)) return;
    if (namesPrivilege(wordParts(contract.name))) {
      yield {
        pointer: "/name",
        message: "Rename the tool or correct its annotations: the name speaks of a change.",
      };
    }
    if (claimsPrivilege(contract.description)) {
      yield {
        pointer: "/description",
        message: "Correct the description or the annotations: the words speak of a change.",
      };
    }
  },
});

// Skips the generation category: a tool that makes a text may well be called `write-summary`.
function saysItReads({ asReceived, terms }: ToolContract): boolean {
  const { category, effect } = terms;
  if (hintOf(asReceived, "readOnlyHint") === true || effect === "read") return true;
  return effect === undefined && (category === "query" || category === "analysis");
}
