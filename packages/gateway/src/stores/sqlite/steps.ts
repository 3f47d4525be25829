import type { DatabaseSync } from "node:sqlite";
import type { Link } from "../audit-store.ts";
import { type ApprovalSteps, createApprovalSteps } from "./approval-steps.ts";
import { type AuditSteps, createAuditSteps } from "./audit-steps.ts";
import type { Request } from "./protocol.ts";
import { createPersonalSteps, type PersonalSteps } from "./personal-steps.ts";

/** Everything that can be asked of the database, each a piece of a transaction. */
export interface Steps extends AuditSteps, PersonalSteps, ApprovalSteps {}

export type StepName = keyof Steps;

export function createSteps(database: DatabaseSync, link: Link): Steps {
  const audit = createAuditSteps(database, link);
  return {
    ...audit,
    ...createPersonalSteps(database),
    ...createApprovalSteps(database, audit.append),
  };
}

export function runStep(steps: Steps, { step, values }: Request): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `ask` makes requests, and it pairs names with values
  const run = steps[step] as (...values: readonly unknown[]) => unknown;
  return run(...values);
}
