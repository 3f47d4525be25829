import { link } from "../../../packages/gateway/src/governance/audit/chain.ts";
import { headerLine, rowLine } from "../../../packages/gateway/src/governance/audit/export-log.ts";

/**
 * Longer than any other file of a freshly started gateway, so that a size limit affects only this
 * one.
 */
export const longCopyBytes = 16_000_000;

/** Returns a copy of an audit log with this length. */
export function longCopy(): string {
  const body = JSON.stringify({ kind: "note", text: "x".repeat(longCopyBytes / 100) });
  const lines = [headerLine({ origin: "long" })];
  let last: string | undefined;
  for (let sequence = 1; sequence <= 100; sequence += 1) {
    last = link(last, body).hash;
    lines.push(rowLine({ sequence, body, hash: last }));
  }
  return `${lines.join("\n")}\n`;
}
