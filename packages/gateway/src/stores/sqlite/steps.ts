import type { DatabaseSync } from "node:sqlite";
import { type ApprovalSteps, createApprovalSteps } from "./approval-steps.ts";
import { type AuditSteps, createAuditSteps } from "./audit-steps.ts";
import type { Chain } from "./chain.ts";
import { type ConnectionSteps, createConnectionSteps } from "./connection-steps.ts";
import { createDraftSteps, type DraftSteps } from "./draft-steps.ts";
import { createKeySteps, type KeySteps } from "./key-steps.ts";
import { createPersonalSteps, type PersonalSteps } from "./personal-steps.ts";
import { createPolicySteps, type PolicySteps } from "./policy-steps.ts";
import type { Request } from "./protocol.ts";
import { createResultSteps, type ResultSteps } from "./result-steps.ts";

/** All operations of the database, each part of a transaction. */
export interface Steps
  extends AuditSteps,
    PersonalSteps,
    ApprovalSteps,
    PolicySteps,
    ConnectionSteps,
    KeySteps,
    DraftSteps,
    ResultSteps {}

export type StepName = keyof Steps;

export function createSteps(database: DatabaseSync, chain: Chain): Steps {
  return {
    ...createAuditSteps(database, chain),
    ...createPersonalSteps(database),
    ...createApprovalSteps(database, chain),
    ...createPolicySteps(database, chain),
    ...createConnectionSteps(database, chain),
    ...createKeySteps(database),
    ...createDraftSteps(database, chain),
    ...createResultSteps(database),
  };
}

export function runStep(steps: Steps, { step, values }: Request): unknown {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `ask` makes requests, and it pairs names with values
  const run = steps[step] as (...values: readonly unknown[]) => unknown;
  return run(...values);
}
