import {
  openAudit,
  openDrafts,
  openPolicies,
  openResults,
} from "@toolcourt/gateway/internal/compose/beside-gateway";
import { openConnectionRoom } from "@toolcourt/gateway/internal/compose/connection-room";
import { openApprovals } from "@toolcourt/gateway/internal/compose/open-approvals";
import type { Command } from "./command.ts";
import { adopt } from "./commands/adopt.ts";
import { createApprovalsCommand } from "./commands/approvals.ts";
import { ask } from "./commands/ask.ts";
import { createAuditCommand } from "./commands/audit.ts";
import { call } from "./commands/call.ts";
import { check } from "./commands/check.ts";
import { createConnectionsCommand } from "./commands/connections.ts";
import { diff } from "./commands/diff.ts";
import { createDraftsCommand } from "./commands/drafts.ts";
import { effective } from "./commands/effective.ts";
import { explain } from "./commands/explain.ts";
import { explainError } from "./commands/explain-error.ts";
import { init } from "./commands/init.ts";
import { lock } from "./commands/lock.ts";
import { newCommand } from "./commands/new.ts";
import { createPolicyCommand } from "./commands/policy.ts";
import { createResultsCommand } from "./commands/results.ts";
import { rules } from "./commands/rules.ts";
import { serve } from "./commands/serve.ts";
import { test } from "./commands/test.ts";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  serve,
  call,
  ask,
  newCommand,
  init,
  check,
  diff,
  lock,
  test,
  adopt,
  explain,
  effective,
  createApprovalsCommand(openApprovals),
  createAuditCommand(openAudit),
  createPolicyCommand(openPolicies),
  createConnectionsCommand(openConnectionRoom),
  createDraftsCommand(openDrafts),
  createResultsCommand(openResults),
  rules,
  explainError,
];
