import type { ToolContract } from "../../contract/contract.ts";
import { wordParts, wordSet } from "../../contract/word-parts.ts";
import { defineRule, everywhere } from "../rule.ts";
import { hintOf } from "./annotations.ts";

export const metaPrivilegeWords = defineRule({
  id: "meta/privilege-words",
  severity: everywhere("warning"),
  requirements: ["S3-107"],
  summary: "Forbid words that suggest a change on tools that claim to be read-only",
  why: `Clients run a tool without asking when it says that it only reads. One that is called \`delete-card\` and
says so all the same is mislabeled, or a disguise. Words prove nothing, so this is a warning for the
person who approves the tool.`,
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
    { description: "Sends the report to all members.", terms: { category: "query" } },
    { name: "drop-table", terms: { effect: "read" }, asReceived: {} },
  ],

  *check(contract) {
    if (!saysItReads(contract)) return;
    if (namesPrivilege(wordParts(contract.name))) {
      yield {
        pointer: "/name",
        message: "Rename the tool or correct its annotations: the name suggests a change.",
      };
    }
    if (claimsPrivilege(contract.description)) {
      yield {
        pointer: "/description",
        message: "Correct the description or the annotations: the words suggest a change.",
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

/** Verbs of tools that change, send or run something. */
const privileged =
  wordSet(`approve ban buy cancel charge commit create delete deploy destroy disable drop edit email enable erase exec
  execute grant insert install invoke kill merge modify move overwrite patch pay post publish purge push
  reboot refund remove rename reset restart revoke rotate sell send shutdown submit terminate transfer
  truncate uninstall unlink update upload upsert wipe write`);

/** The privileged verbs that are never nouns. "posts" and "updates" can be things as well. */
const unmistakable =
  wordSet(`create delete destroy erase execute insert modify overwrite publish purge remove revoke send submit terminate
  truncate uninstall upload wipe write`);

/** Words that keep the tool as the subject of the next verb: "reads the card and deletes it". */
const joins = new Set(["and", "then", "permanently", "automatically"]);

// A sentence that denies or forbids uses the same verbs and means the opposite.
const denial = /\b(not|never|no|without|cannot|nothing|instead)\b|n't\b/;

/** Read-only verbs. They win over any later word: `get-delete-history` deletes nothing. */
const looking = wordSet(
  "browse check count describe fetch find get inspect list look lookup preview query read retrieve search show view",
);

/** Returns whether the words of a name say that the tool changes, sends or runs something. */
export function namesPrivilege([first = "", ...rest]: readonly string[]): boolean {
  if (looking.has(first)) return false;
  return privileged.has(first) || rest.some((word) => unmistakable.has(word));
}

/**
 * Returns whether a description says that the tool changes, sends or runs something. Reads only the
 * first paragraph, because later ones describe parameters. The first sentence may be imperative
 * ("Delete the card"). Later sentences must be declarative ("Deletes the card"), because a later
 * imperative addresses the reader.
 */
export function claimsPrivilege(description: string): boolean {
  const [paragraph = ""] = description.trim().slice(0, maxLength).toLowerCase().split("\n", 1);
  return paragraph.split(/[.!?]\s/).some((sentence, index) => {
    const words = sentence.match(/[a-z']+/g) ?? [];
    if (denial.test(sentence)) return false;
    return (index === 0 && begins(words)) || words.some((_word, at) => statesPrivilege(words, at));
  });
}

/** Longer than any real first paragraph. */
const maxLength = 2_000;

function begins([first = "", second = ""]: readonly string[]): boolean {
  const verb = first.endsWith("ly") ? second : first;
  return privileged.has(verb) || privileged.has(baseOf(verb));
}

function statesPrivilege(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  const isSubjectTool = at === 0 || joins.has(words[at - 1] ?? "");
  return isSubjectTool && word.endsWith("s") && unmistakable.has(baseOf(word));
}

/** Strips the verb ending from "deletes", "pushes" and "modifies". */
function baseOf(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(sh|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
