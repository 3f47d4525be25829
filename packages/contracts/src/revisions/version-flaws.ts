import { isSemanticVersion } from "@toolcourt/sdk/rules";
import type { ToolChange, ToolComparison } from "../comparison/compare-tools.ts";
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

export interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  readonly prerelease: readonly string[];
}

/** Undefined unless the text is a version by semver.org. */
export function readVersion(text: string | undefined): Version | undefined {
  if (text === undefined || !isSemanticVersion(text)) return undefined;
  const [plain = ""] = text.split("+");
  const [core = ""] = plain.split("-");
  const prerelease = plain.slice(core.length + 1);
  return {
    numbers: numbersOf(core),
    prerelease: prerelease === "" ? [] : prerelease.split("."),
  };
}

function numbersOf(core: string): Version["numbers"] {
  const [major = 0, minor = 0, patch = 0] = core.split(".").map(Number);
  return [major, minor, patch];
}

/** Negative if the first precedes the second in semver.org order. */
export function compareVersions(first: Version, second: Version): number {
  const byNumber = first.numbers.map((each, at) => each - (second.numbers[at] ?? 0));
  const step = byNumber.find((each) => each !== 0);
  return step ?? comparePrereleases(first.prerelease, second.prerelease);
}

/** Tells whether the second version may break callers of the first. */
export function raisesMajor(first: Version, second: Version): boolean {
  const [major, minor] = first.numbers;
  const [nextMajor, nextMinor] = second.numbers;
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
}

function comparePrereleases(first: readonly string[], second: readonly string[]): number {
  // A release follows all of its prereleases.
  if (first.length === 0 || second.length === 0) return second.length - first.length;
  const length = Math.min(first.length, second.length);
  for (let at = 0; at < length; at += 1) {
    const step = compareParts(first[at] ?? "", second[at] ?? "");
    if (step !== 0) return step;
  }
  return first.length - second.length;
}

function compareParts(first: string, second: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(first), /^\d+$/.test(second)];
  if (isNumber && isOtherNumber) return Number(first) - Number(second);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
