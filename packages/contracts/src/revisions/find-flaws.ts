import type { ToolContract } from "@toolcourt/sdk";
import type { ToolComparison } from "../comparison/compare-tools.ts";
import { deprecationFlaws, removalFlaws } from "./deprecation-flaws.ts";
import type { Both } from "./describe-change.ts";
import { type Phrase, quoted } from "./phrase.ts";
import type { RevisionFinding } from "./revision.ts";
import { type DiffRuleId, diffRule } from "./rules.ts";
import { versionFlaws } from "./version-flaws.ts";

/** A finding before its severity is known. */
export interface Flaw {
  readonly rule: DiffRuleId;
  readonly message: Phrase;
}

/** Context of the rules. */
export interface FlawDeps {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether the new version of the server has the tool that replaces this one. */
  readonly hasReplacement: boolean;
}

/** Yields the flaws of a tool that still exists. */
export function flawsOfKept(
  both: Both,
  comparison: ToolComparison,
  deps: FlawDeps,
): readonly RevisionFinding[] {
  const flaws = [
    ...versionFlaws(both, comparison),
    ...deprecationFlaws(both.before, both.after, deps),
  ];
  return withGuide(flaws.map(found), needsGuide(both, comparison));
}

export function flawsOfAdded(
  after: ToolContract,
  predecessor: ToolContract | undefined,
  deps: FlawDeps,
): readonly RevisionFinding[] {
  const flaws = [...deprecationFlaws(undefined, after, deps)];
  if (predecessor !== undefined && predecessor.terms.deprecated === undefined) {
    flaws.push({
      rule: "diff/predecessor-undeprecated",
      message: [
        "Mark ",
        quoted(predecessor.name),
        " as deprecated, with this tool as its replacement and a removal date.",
      ],
    });
  }
  return flaws.map(found);
}

export function flawsOfRemoved(before: ToolContract, deps: FlawDeps): readonly RevisionFinding[] {
  const flaws = [...removalFlaws(before, deps)];
  return withGuide(flaws.map(found), flaws.length > 0);
}

function found({ rule, message }: Flaw): RevisionFinding {
  const { severity, requirements } = diffRule(rule);
  return { rule, severity, requirements, message };
}

function needsGuide({ before, after }: Both, { difference }: ToolComparison): boolean {
  const isAnnounced = before.terms.deprecated === undefined && after.terms.deprecated !== undefined;
  return difference === "breaking" || isAnnounced;
}

function withGuide(
  findings: readonly RevisionFinding[],
  isNeeded: boolean,
): readonly RevisionFinding[] {
  return isNeeded
    ? [...findings, found({ rule: "diff/migration-guide", message: guide })]
    : findings;
}

const guide: Phrase = [
  "Tell consumers how to move, and update the documentation and prompts that name the tool.",
];
