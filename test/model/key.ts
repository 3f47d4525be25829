import type {
  ApprovalState,
  Level,
  ModelApproval,
  ModelCall,
  Phase,
  QueryState,
  State,
} from "./state.ts";

// Millions of states are compared, so each becomes a text of a dozen characters.

const phases: Readonly<Record<Phase, number>> = {
  new: 0,
  received: 1,
  taken: 2,
  looked: 3,
  cleared: 4,
  sent: 5,
  answered: 6,
  unsure: 7,
  closing: 8,
  acked: 9,
  dead: 10,
  past: 11,
};
const levels: Readonly<Record<Level, number>> = { none: 0, buffered: 1, committed: 2, disk: 3 };
const queryStates: Readonly<Record<QueryState, number>> = { free: 0, taken: 1, waits: 2 };
const approvalStates: Readonly<Record<ApprovalState, number>> = {
  none: 0,
  pending: 1,
  approved: 2,
  consumed: 3,
  done: 4,
  unknown: 5,
  revoked: 6,
  expired: 7,
};

/** Returns a short text that only equal states share. Counts and moments must stay below 8. */
export function keyOf({ now, crashes, outages, approvals, calls, queries }: State): string {
  // One text from all codes: a concatenated one would be copied once more to be hashed.
  const codes = [(now * 8 + crashes) * 8 + outages];
  for (const approval of approvals) codes.push(approvalCode(approval));
  for (const call of calls) codes.push(callCode(call), levelCode(call));
  for (const place of queries) {
    let code = 0;
    for (const each of place) code = code * 3 + queryStates[each];
    codes.push(code);
  }
  return String.fromCharCode(...codes);
}

function approvalCode(approval: ModelApproval): number {
  const { state, expiresAt, consumedAt, noted, revoked } = approval;
  const times = (approvalStates[state] * 8 + expiresAt) * 8 + consumedAt + 1;
  return times * 4 + Number(noted) * 2 + Number(revoked);
}

function callCode({ phase, replica, approval, fits, query }: ModelCall): number {
  return (((phases[phase] * 8 + replica) * 8 + approval) * 8 + query) * 2 + Number(fits);
}

function levelCode({ lookedAt, intent, outcome, sends }: ModelCall): number {
  return ((levels[intent] * 8 + levels[outcome]) * 8 + lookedAt) * 8 + sends;
}
