import type { JsonObject } from "@toolcourt/sdk";
import type { Explained, ShownPolicy } from "../../governance/policy/policy-desk.ts";
import {
  type Mistake,
  type PolicyReading,
  versionOf,
} from "../../governance/policy/read-policy.ts";

/** Returns the policy as it is written, and what is in force of it. */
export function shownJson(shown: ShownPolicy, mayWrite: boolean): JsonObject {
  const { from, name, text, problems, mistakes, inForce, statements, isWaiting, put } = shown;
  return {
    from,
    name,
    text: text ?? null,
    version: text === undefined ? null : versionOf(text),
    inForce: inForce ?? null,
    usable: inForce !== undefined,
    statements,
    waitsForReload: isWaiting,
    problems: [...problems],
    marks: mistakes.map(mistakeJson),
    writable: from === "store" && mayWrite,
    ...(put && { by: put.by, at: new Date(put.at).toISOString() }),
  };
}

function mistakeJson({ line, column, message }: Mistake): JsonObject {
  return { line, column, message };
}

/** Returns what a text would be as a policy. */
export function checkJson(reading: PolicyReading): JsonObject {
  if (reading.kind === "invalid") {
    return {
      usable: false,
      version: null,
      statements: 0,
      marks: reading.mistakes.map(mistakeJson),
    };
  }
  const { version, statements } = reading.policy;
  return { usable: true, version, statements: statements.length, marks: [] };
}

export function explainedJson({
  version,
  account: { decision, roles, statements },
  sequences,
}: Extract<Explained, { readonly kind: "explained" }>): JsonObject {
  const allowed = decision.kind === "allowed";
  return {
    version,
    decision: allowed ? "allow" : "deny",
    because: allowed ? null : decision.because,
    statement: "statement" in decision ? decision.statement : null,
    missing: !allowed && decision.because === "missing-permission" ? [...decision.missing] : [],
    roles: [...roles],
    statements: statements.map((statement) => ({ ...statement })),
    sequences: sequences.map((sequence) => ({ ...sequence })),
  };
}
