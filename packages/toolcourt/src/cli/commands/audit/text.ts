import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { ProvenRow } from "@toolcourt/gateway/internal/governance/audit/row-proof";
import type { UnfinishedCall } from "@toolcourt/gateway/internal/governance/audit/unfinished";
import type { Broken, Sound } from "@toolcourt/gateway/internal/governance/audit/verify-export";
import { timeText } from "../../style.ts";

/** A row proven to be in the log. */
export interface Proven extends ProvenRow {
  readonly kind: "proven";
}

export type Verdict = Sound | Proven | Broken;

/** Formats a verification result, and what it does not prove. */
export function verdictText(verdict: Verdict): string {
  if (verdict.kind === "proven") {
    const { sequence, origin, body } = verdict;
    return printable(`Row ${sequence} of ${origin}: ${body}`);
  }
  if (verdict.kind === "broken") {
    const place = verdict.row === undefined ? "" : `Row ${verdict.row}: `;
    // Lines count from 1. At 0 the problem is not in the export.
    const line = verdict.line === 0 ? "" : ` (line ${verdict.line})`;
    return `${place}${verdict.problem}${line}`;
  }
  const { rows, signed, witnessed } = verdict;
  const lines = [`${rows} rows, all in place.`];
  if (signed > 0) lines.push(`Rows 1 to ${signed} are signed in the export.`);
  if (signed < rows) {
    lines.push(`Rows ${signed + 1} to ${rows} are not signed: only the hash chain protects them.`);
  }
  lines.push(
    witnessed > 0
      ? `Rows 1 to ${witnessed} match an external checkpoint.`
      : "No external checkpoint was given. This does not prove that the end is complete, or that the log was not rewritten with the key.",
  );
  return lines.join("\n");
}

export function unfinishedText(calls: readonly UnfinishedCall[]): string {
  if (calls.length === 0) return "Every started call has ended.";
  return calls
    .map(({ callId, sequence, at, tool, principal, mayStillRun }) =>
      printable(
        `${callId}  ${tool}  by ${principal}  begun ${timeText(at)}  (row ${sequence})${mayStillRun ? "  may still run" : ""}`,
      ),
    )
    .join("\n");
}
