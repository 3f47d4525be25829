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
    why: `An optional field may be added at any time. A required one breaks every existing call, and the major
version announces that. Before 1.0.0 the minor version counts as the major one.`,
  },
  "diff/breaking-needs-name": {
    severity: "error",
    requirements: ["S3-154"],
    summary: "Give a tool that breaks its callers a new name",
    why: `Models and programs call a tool by its name. Under the old name they would get a different contract.
With a new name, such as create-card-v2, both exist until all callers have moved. For a field that
becomes required, a new major version is enough.`,
  },
  "diff/version-backward": {
    severity: "error",
    requirements: ["S3-147"],
    summary: "Only ever raise the version",
    why: `The higher of two versions counts as the later. If the version goes down, is unreadable or is
removed, the newer contract looks like the older.`,
  },
  "diff/version-unchanged": {
    severity: "warning",
    requirements: ["S3-147"],
    summary: "Raise the version when the contract changes",
    why: `Two contracts with the same version cannot be told apart by version.`,
  },
  "diff/deprecation-incomplete": {
    severity: "error",
    requirements: ["S3-148", "S3-149", "S3-150"],
    summary: "Deprecate with a version, a replacement and a removal date",
    why: `An unreadable deprecation has no effect: callers get no warning and the tool is never removed.`,
  },
  "diff/replacement-missing": {
    severity: "error",
    requirements: ["S3-149", "S3-155"],
    summary: "Name another tool of the same server as the replacement",
    why: `Callers can only move to an existing tool. The replacement must exist while the old tool does.`,
  },
  "diff/notice-short": {
    severity: "error",
    requirements: ["S3-150"],
    summary: "Leave callers at least 90 days when a removal is announced",
    why: `Callers have their own release cycles. The days count from the day of the comparison, and only for a
deprecation that is new or has an earlier date.`,
  },
  "diff/removed-early": {
    severity: "error",
    requirements: ["S3-153", "S3-155"],
    summary: "Keep a deprecated tool until its removal date",
    why: `The date is a promise that callers plan by.`,
  },
  "diff/removed-unannounced": {
    severity: "error",
    requirements: ["S3-148", "S3-155"],
    summary: "Deprecate a tool before it is removed",
    why: `A tool that disappears without notice leaves its callers without a replacement.`,
  },
  "diff/removal-overdue": {
    severity: "warning",
    requirements: ["S3-153"],
    summary: "Remove a tool once its removal date has passed",
    why: `After its date the tool has no owner, and a gateway no longer allows calls to it.`,
  },
  "diff/predecessor-undeprecated": {
    severity: "warning",
    requirements: ["S3-148", "S3-154", "S3-155"],
    summary: "Deprecate a tool when its next version is offered beside it",
    why: `With two tools for the same task, a model may keep choosing the old one.`,
  },
  "diff/migration-guide": {
    severity: "warning",
    requirements: ["S3-152", "S3-156", "S3-157"],
    summary: "Tell consumers how to move",
    why: `Readers of a breaking change need to know what to do. Put a guide next to the announcement, and
update the documentation and prompts that name the tool.`,
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
