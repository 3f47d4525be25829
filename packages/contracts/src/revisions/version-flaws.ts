import type { ToolChange, ToolComparison } from "../comparison/compare-tools.ts";
import { compareVersions, raisesMajor, readVersion, type Version } from "./compare-versions.ts";
import type { Both } from "./describe-change.ts";
import type { Flaw } from "./find-flaws.ts";
import { quoted } from "./phrase.ts";

/** Yields flaws in the version and the name of a changed tool. */
export function* versionFlaws(both: Both, comparison: ToolComparison): Generator<Flaw> {
  const { changes } = comparison;
  if (changes.some((change) => change.kind === "breaking" && !isNewlyRequired(change))) {
    yield {
      rule: "diff/breaking-needs-name",
      message: [
        "Offer the new contract under a new name such as ",
        quoted(nextName(both.before.name)),
        ", and keep the old one until its removal date.",
      ],
    };
  }
  const before = readVersion(both.before.terms.version);
  if (before !== undefined) yield* flawsSince(before, both, comparison);
}

function* flawsSince(
  before: Version,
  { after: { terms } }: Both,
  { changes, difference }: ToolComparison,
): Generator<Flaw> {
  const after = readVersion(terms.version);
  if (after === undefined) {
    yield { rule: "diff/version-backward", message: ["The version is gone or cannot be read."] };
    return;
  }
  if (changes.some(isNewlyRequired) && !raisesMajor(before, after)) {
    yield {
      rule: "diff/required-needs-major",
      message: ["An input field became required: raise the major version."],
    };
  }
  const step = compareVersions(before, after);
  if (step > 0) {
    yield { rule: "diff/version-backward", message: ["The version is lower than before."] };
  }
  if (step === 0 && difference !== "none" && difference !== "cosmetic") {
    yield {
      rule: "diff/version-unchanged",
      message: ["The contract changed and its version did not: raise it."],
    };
  }
}

function isNewlyRequired(change: ToolChange): boolean {
  return "keyword" in change && change.side === "input" && change.keyword === "required";
}

/**
 * Returns the name of the next version: `create-card-v2` after `create-card`, `create_card_v3`
 * after `create_card_v2`.
 */
export function nextName(name: string): string {
  const versioned = /^(?<stem>.+[-_]v)(?<number>[1-9]\d{0,3})$/.exec(name)?.groups;
  if (versioned !== undefined) return `${versioned["stem"]}${Number(versioned["number"]) + 1}`;
  const isSnake = name.includes("_") && !name.includes("-");
  return `${name}${isSnake ? "_" : "-"}v2`;
}
