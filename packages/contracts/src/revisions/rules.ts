import type { Severity } from "@toolcourt/sdk/rules";

/**
 * One possible mistake in a new version of a tool. The id is public: never renamed, never reused.
 */
export interface DiffRule {
  readonly id: DiffRuleId;
  readonly severity: Exclude<Severity, "off">;
  readonly requirements: readonly string[];
  /** Imperative, without a period. */
  readonly summary: string;
  readonly why: string;
}

type Row = Omit<DiffRule, "id">;

const table = {
  "diff/required-needs-major": {
    severity: "error",
    requirements: ["S3-146", "S3-147"],
    summary: "Raise the major version when an input field becomes required",
    why: `An optional field may be added at any time. A required one refuses every call that was written before
it, and the major version is how callers are told. Before 1.0.0 the minor version counts as the major one.`,
  },
  "diff/breaking-needs-name": {
    severity: "error",
    requirements: ["S3-154"],
    summary: "Give a tool that breaks its callers a new name",
    why: `Models and programs ask for a tool by its name. Under the old name they get something else than what they
were made for. With a new name, such as create-card-v2, both exist until everybody has moved. Fields that
become required are the exception: for them a new major version is enough.`,
  },
  "diff/version-backward": {
    severity: "error",
    requirements: ["S3-147"],
    summary: "Let a version only go up",
    why: `Whoever compares two versions takes the higher one for the later. A version that goes down, cannot be
read or is gone makes the newer contract look like the older.`,
  },
  "diff/version-unchanged": {
    severity: "warning",
    requirements: ["S3-147"],
    summary: "Raise the version when the contract changes",
    why: `Two contracts with one version cannot be told apart by those who look at the version alone.`,
  },
  "diff/deprecation-incomplete": {
    severity: "error",
    requirements: ["S3-148", "S3-149", "S3-150"],
    summary: "Deprecate with a version, a replacement and a removal date",
    why: `A deprecation that cannot be read is none: nobody is warned and nothing is ever removed.`,
  },
  "diff/replacement-missing": {
    severity: "error",
    requirements: ["S3-149", "S3-155"],
    summary: "Name another tool of the same server as the replacement",
    why: `Callers can only move to what is there. The replacement has to exist while the old tool still does.`,
  },
  "diff/notice-short": {
    severity: "error",
    requirements: ["S3-150"],
    summary: "Leave callers at least 90 days when a removal is announced",
    why: `Those who call a tool have releases of their own. The days are counted from the day of the comparison,
and only for a deprecation that is new or whose date was moved forward.`,
  },
  "diff/removed-early": {
    severity: "error",
    requirements: ["S3-153", "S3-155"],
    summary: "Keep a deprecated tool until its removal date",
    why: `The date is a promise. Callers plan their work by it.`,
  },
  "diff/removed-unannounced": {
    severity: "error",
    requirements: ["S3-148", "S3-155"],
    summary: "Deprecate a tool before it is removed",
    why: `A tool that is gone from one day to the next leaves its callers with nothing to call and no word about
what to call instead.`,
  },
  "diff/removal-overdue": {
    severity: "warning",
    requirements: ["S3-153"],
    summary: "Remove a tool once its removal date has passed",
    why: `After its date nobody answers for what the tool does, and a gateway no longer lets it be called.`,
  },
  "diff/predecessor-undeprecated": {
    severity: "warning",
    requirements: ["S3-148", "S3-154", "S3-155"],
    summary: "Deprecate a tool when its next version is offered beside it",
    why: `Two tools that do the same make a model choose, and it may choose the old one for ever.`,
  },
  "diff/migration-guide": {
    severity: "warning",
    requirements: ["S3-152", "S3-156", "S3-157"],
    summary: "Tell consumers how to move",
    why: `Whoever reads that something breaks asks what to do now. Write it where the change is announced, and
change the documentation and the prompts that name the tool.`,
  },
} as const satisfies Readonly<Record<string, Row>>;

export type DiffRuleId = keyof typeof table;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of an object that we just wrote down
const ids = Object.keys(table) as readonly DiffRuleId[];

/** All rules about tool changes, in the order of the documentation. */
export const diffRules: readonly DiffRule[] = ids.map((id) => ({ id, ...table[id] }));

export function diffRule(id: DiffRuleId): DiffRule {
  return { id, ...table[id] };
}
