import type { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import type { Issue } from "@toolcourt/contracts/internal/schemas/issues";
import type { JsonObject } from "@toolcourt/sdk";
import type { RegisteredTool } from "../catalog/snapshot.ts";
import type { DryRun } from "./dry-run.ts";
import type { Judged } from "./judged.ts";

/** Formats what would become of a call, for people. The command prints the same. */
export function verdictJson(tool: string, dryRun: DryRun): JsonObject {
  const { kind: verdict } = dryRun;
  const facts = dryRun.kind === "allowed" ? allowedJson(dryRun) : refusedJson(dryRun);
  return { tool, dry: true, verdict, ...facts };
}

function allowedJson({ grant, tool, judged }: Extract<DryRun, { kind: "allowed" }>): JsonObject {
  const { statement, policy = null, caps } = grant;
  const { settings, contract } = tool;
  const { timeoutMs, maxInstances, approval } = settings;
  const { rateLimit } = contract.terms;
  return {
    approval: approverOf(approval, judged),
    statement,
    policy,
    limits: {
      timeoutMs: Math.min(timeoutMs, caps?.timeoutMs?.max ?? timeoutMs),
      maxInstances,
      rate: rateLimit === undefined ? null : { ...rateLimit },
    },
    refusal: null,
    issues: [],
  };
}

/** Of a tool and a statement about sequences that both ask, the operator is the stricter one. */
function approverOf(
  approval: RegisteredTool["settings"]["approval"],
  judged: Judged,
): string | null {
  if (judged.kind === "asks" && approval !== "operator") return judged.from;
  return approval === "none" ? null : approval;
}

function refusedJson({ refusal, issues }: Extract<DryRun, { kind: "refused" }>): JsonObject {
  return {
    approval: null,
    statement: null,
    policy: null,
    limits: null,
    refusal: refusalJson(refusal),
    issues: issues.map(issueJson),
  };
}

/** A refusal as its caller would get it. */
export function refusalJson(refusal: Refusal): JsonObject {
  const shown = refusalData(refusal);
  if (shown === undefined) throw refusal;
  return { ...shown, message: refusal.message };
}

export function issueJson({ pointer, message, missing }: Issue): JsonObject {
  return { pointer, message, ...(missing !== undefined && { missing }) };
}
