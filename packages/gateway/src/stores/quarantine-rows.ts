import { type ListedQuarantined, type QuarantinedResult, storedBytes } from "./quarantine-store.ts";
import { listOf, numberOf, type Row, textOf } from "./rows.ts";

/** Without the text, which may be large. */
export const quarantineColumns =
  "id, call_id, tenant, server, tool, contract, clause, issues, at, sha256, redacted, is_cut";

/** Returns the values in column order, with the text and its size last. */
export function quarantineValues(kept: QuarantinedResult): readonly (string | number)[] {
  return [
    kept.id,
    kept.callId,
    kept.tenant,
    kept.server,
    kept.tool,
    kept.contract,
    kept.clause,
    JSON.stringify(kept.issues),
    kept.at,
    kept.sha256,
    kept.redacted,
    kept.isCut ? 1 : 0,
    storedBytes(kept),
    kept.text,
  ];
}

export function readListedQuarantined(row: Row): ListedQuarantined {
  return {
    id: textOf(row, "id"),
    callId: textOf(row, "call_id"),
    tenant: textOf(row, "tenant"),
    server: textOf(row, "server"),
    tool: textOf(row, "tool"),
    contract: textOf(row, "contract"),
    clause: textOf(row, "clause"),
    issues: listOf(row, "issues"),
    at: numberOf(row, "at"),
    sha256: textOf(row, "sha256"),
    redacted: numberOf(row, "redacted"),
    isCut: numberOf(row, "is_cut") !== 0,
  };
}

export function readQuarantined(row: Row): QuarantinedResult {
  return { ...readListedQuarantined(row), text: textOf(row, "text") };
}
