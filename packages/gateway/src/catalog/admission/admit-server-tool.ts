import type { Drifted } from "@toolcourt/contracts/internal/drift/drifted";
import { annotationsAgree } from "@toolcourt/contracts/internal/judge/annotations-agree";
import { receivedDigest } from "@toolcourt/contracts/internal/judge/received-digest";
import {
  admittedChange,
  approvedDraft,
  firstUse,
  isApprovedByPerson,
  type LockedTool,
  lockedTool,
} from "@toolcourt/contracts/internal/lock/lock";
import type { ToolContract } from "@toolcourt/sdk";
import type { Finding } from "@toolcourt/sdk/rules";
import type { EffectiveToolConfig, Hold } from "../snapshot.ts";
import type { ServerPolicy, ToolConfig } from "../tool-config.ts";
import type { Candidate } from "./candidate.ts";
import { type Comparison, compareWithLock } from "./compare-with-lock.ts";
import { type Conformity, isRefusedForSize } from "./conformance.ts";
import { settingsOfServerTool } from "./find-settings.ts";
import type { ServerAdmission } from "./server-admission.ts";
import { settle, shownSettings } from "./settle.ts";

export interface JudgedTool {
  readonly contract: ToolContract;
  readonly conformity: Conformity;
  readonly policy: ServerPolicy;
}

export interface AdmittedTool {
  readonly candidate: Omit<Candidate, "shown">;
  /** Set even if the tool is held for another reason. */
  readonly drifted: Drifted | undefined;
  readonly toLock: LockedTool | undefined;
}

/** Everything known about a tool when its hold is decided. */
interface Case extends JudgedTool {
  readonly explicit: ToolConfig | undefined;
  readonly comparison: Comparison;
}

/** Names and removal dates are checked later, once all tools are known. */
type EarlyHold = Exclude<Hold, { kind: "removed" | "name-taken" }>;

/** Decides for one tool whether it is held, which settings apply, and what goes into the lock. */
export function admitServerTool(judged: JudgedTool, admission: ServerAdmission): AdmittedTool {
  const { contract, policy } = judged;
  const { isConformant, ...findings } = judged.conformity;
  const { mode } = policy;
  const explicit = settingsOfServerTool(admission.tools, contract.server, contract.name);
  const isTooLarge = isRefusedForSize(judged.conformity);
  const comparison = compareWithLock(contract, { ...admission, mode, isConformant, isTooLarge });
  const tool: Case = { ...judged, explicit, comparison };
  const hold = holdOf(tool, admission);
  const { profiles, defaults, approval } = policy;
  const given = mode === "dynamic" ? { profiles, defaults, approval } : { profiles, approval };
  const settings = settle(explicit, given, contract);
  if (!isOldNews(contract, hold, admission)) announce(tool, hold, admission);
  if (admission.occasion !== "again" && isRegistered(hold)) {
    announceSettings(tool, settings, admission);
  }
  const home = { kind: "server", server: contract.server } as const;
  return {
    candidate: { contract, home, settings, ...findings, ...(hold === undefined ? {} : { hold }) },
    drifted: driftedIn(tool, admission),
    toLock: hold === undefined ? toLockOf(tool, admission.now) : undefined,
  };
}

function holdOf(tool: Case, admission: ServerAdmission): EarlyHold | undefined {
  const { comparison, policy, explicit } = tool;
  const findings = objections(tool);
  if (findings !== undefined) return { kind: "nonconformant", findings };
  if (comparison.kind === "drifted") return driftedBy(comparison);
  if (comparison.kind === "withdrawn") return { kind: "withdrawn" };
  if (policy.mode === "strict" && explicit === undefined) return { kind: "not-admitted" };
  return unreviewed(tool, admission) ?? tooLate(tool, admission);
}

/**
 * Holds a tool whose texts look like instructions to a model, until a person approves them. Trust
 * on first use is not a review.
 */
function unreviewed(
  { contract, comparison, conformity }: Case,
  { locked }: ServerAdmission,
): EarlyHold | undefined {
  const isReviewed =
    comparison.kind === "approved" ||
    comparison.kind === "admitted" ||
    (comparison.kind === "same" && isApprovedByPerson(locked?.get(contract.name)));
  if (isReviewed) return undefined;
  const findings = conformity.findings.filter(({ rule }) => rule.startsWith("text/"));
  return findings.length === 0 ? undefined : { kind: "unreviewed", findings };
}

function tooLate(
  { comparison }: Case,
  { occasion, frozen }: ServerAdmission,
): EarlyHold | undefined {
  const isLate = comparison.kind === "new" && (occasion === "again" || frozen);
  return isLate ? { kind: "not-admitted" } : undefined;
}

/** Returns undefined if the tool conforms. */
function objections({ contract, conformity, policy }: Case): readonly Finding[] | undefined {
  const { isConformant, findings } = conformity;
  if (!isConformant) return findings;
  const isMilder = policy.annotations === "enforce" && annotationsAgree(contract) === false;
  return isMilder ? [...findings, milder] : undefined;
}

/** People and clients decide by annotations, so they must not understate what the tool does. */
const milder = {
  rule: "meta/annotations-agree",
  severity: "error",
  pointer: "/asReceived/annotations",
  message: "Make the annotations say what the tool does, or observe the clause `annotations`.",
  requirements: ["S3-107"],
} as const satisfies Finding;

function driftedBy({ difference }: Extract<Comparison, { kind: "drifted" }>): EarlyHold {
  return { kind: "drifted", difference };
}

function driftedIn(
  { contract, comparison }: Case,
  { decisionOf }: ServerAdmission,
): Drifted | undefined {
  if (comparison.kind !== "drifted") return undefined;
  const { server, name } = contract;
  const after = decisionOf?.(server, name)?.number ?? 0;
  return { difference: comparison.difference, digest: receivedDigest(contract), after };
}

function toLockOf({ contract, comparison }: Case, at: number): LockedTool | undefined {
  if (comparison.kind === "new") return lockedTool(contract, { by: firstUse, at });
  if (comparison.kind === "updated") return lockedTool(contract, { by: admittedChange, at });
  if (comparison.kind === "approved") return lockedTool(contract, { by: approvedDraft, at });
  return undefined;
}

/** Tells whether the same was logged for the same contract at the last look. */
function isOldNews(
  { name, digest }: ToolContract,
  hold: Hold | undefined,
  { before }: ServerAdmission,
): boolean {
  const known = before.get(name);
  return known?.contract.digest === digest && known.hold?.kind === hold?.kind;
}

function announce(
  { contract, comparison }: Case,
  hold: EarlyHold | undefined,
  { log, logTool }: ServerAdmission,
): void {
  const { name: tool, server } = contract;
  switch (hold?.kind) {
    case "nonconformant":
      logTool("tool.nonconformant", { tool, server, rules: brokenRules(hold.findings) });
      break;
    case "drifted":
      logTool("tool.drifted", { tool, server, difference: hold.difference });
      break;
    case "not-admitted":
      logTool("tool.withheld", { tool, server });
      break;
    case "unreviewed":
      logTool("tool.unreviewed", { tool, server, rules: rulesIn(hold.findings) });
      break;
    case "withdrawn":
      logTool("tool.withdrawn", { tool, server });
      break;
    case undefined:
      announceCallable({ contract, comparison }, { log, logTool });
  }
}

function announceCallable(
  { contract, comparison }: Pick<Case, "contract" | "comparison">,
  { log, logTool }: Pick<ServerAdmission, "log" | "logTool">,
): void {
  const { name: tool, server } = contract;
  if (comparison.kind === "admitted") logTool("tool.admitted", { tool, server });
  if (comparison.kind === "updated") {
    log("tool.updated", { tool, server, difference: comparison.difference });
  }
}

/** Tools that await approval keep their settings. Others are unusable. */
function isRegistered(hold: Hold | undefined): boolean {
  return hold === undefined || ["drifted", "unreviewed", "withdrawn"].includes(hold.kind);
}

function announceSettings(
  { contract, policy, explicit, comparison }: Case,
  settings: EffectiveToolConfig,
  { log, logTool, locked }: ServerAdmission,
): void {
  const { name: tool, server } = contract;
  const final = shownSettings(settings);
  if (explicit === undefined) {
    logTool("tool.defaulted", { tool, server });
    // On a server's first start every tool is new, so the message would be noise.
    if (locked !== undefined && comparison.kind === "new") log("tool.discovered", { tool, server });
  } else if (policy.mode === "strict") {
    log("tool.explicit", { tool, config: final });
  } else {
    const defaults = shownSettings(policy.defaults ?? {});
    log("tool.merged", { tool, explicit: shownSettings(explicit), defaults, final });
  }
}

/** Returns the distinct rules that keep a tool from being called. */
export function brokenRules(findings: readonly Finding[]): readonly string[] {
  return rulesIn(findings.filter(({ severity }) => severity === "error"));
}

function rulesIn(findings: readonly Finding[]): readonly string[] {
  return [...new Set(findings.map(({ rule }) => rule))];
}
