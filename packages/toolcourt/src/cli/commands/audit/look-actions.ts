import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import {
  type AuditStatus,
  auditStatus,
  type LogPlace,
} from "@toolcourt/gateway/internal/governance/audit/audit-status";
import { parseJson } from "@toolcourt/sdk";
import type { ExitCode } from "../../command.ts";
import { timeText } from "../../style.ts";
import { type AuditInput, noteDown } from "./input.ts";
import { assertRow, rowIn } from "./log-actions.ts";

// Looks at the log that change nothing but its own entry about them.

export async function status({ values, opened, context }: AuditInput): Promise<ExitCode> {
  const found = await auditStatus(opened.store, await opened.signer());
  context.terminal.out(values.json ? printableJson(statusJson(found)) : statusText(found));
  return 0;
}

function statusJson({ last, signed, checkpoint, key }: AuditStatus) {
  return {
    last: last === undefined ? null : { ...last },
    signed: signed === undefined ? null : { ...signed },
    checkpoint: checkpoint ?? null,
    key: { ...key },
  };
}

function statusText({ last, signed, checkpoint, key }: AuditStatus): string {
  return [
    `Last row:   ${last === undefined ? "none" : placeText(last)}`,
    `Signed to:  ${signed === undefined ? "nothing yet" : placeText(signed)}`,
    `Signed by:  ${key.origin}, key ${key.id}`,
    ...(checkpoint === undefined ? [] : ["Checkpoint:", ...checkpoint.trimEnd().split("\n")]),
  ]
    .map(printable)
    .join("\n");
}

function placeText({ row, at, hash }: LogPlace): string {
  return `row ${row}${at === undefined ? "" : ` of ${timeText(at)}`}, hash ${hash}`;
}

/** Shows one row. The look is recorded first, as every other one. */
export async function show({ values, what, opened, context }: AuditInput): Promise<ExitCode> {
  const { clock, terminal } = context;
  const { store, operator } = opened;
  const sequence = rowIn(what);
  assertRow(sequence, await store.last());
  const about = { operator, action: "row", row: sequence };
  await noteDown(store, clock, { kind: "audit.read", about });
  const [{ hash, body: text } = { hash: "", body: "null" }] = await store.read(sequence, 1);
  const body = parseJson(text);
  terminal.out(
    values.json
      ? printableJson({ row: sequence, hash, body })
      : `Row ${sequence}, hash ${hash}\n${printableJson(body, 2)}`,
  );
  return 0;
}
