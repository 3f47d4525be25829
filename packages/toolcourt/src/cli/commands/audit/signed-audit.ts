import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedAudit } from "@toolcourt/gateway/internal/compose/beside-gateway";
import {
  type CheckpointTrouble,
  troubleText,
} from "@toolcourt/gateway/internal/governance/audit/checkpoint-trouble";
import {
  type CheckpointsOptions,
  openCheckpoints,
} from "@toolcourt/gateway/internal/governance/audit/checkpoints";
import { exportLog } from "@toolcourt/gateway/internal/governance/audit/export-log";
import { proveRow } from "@toolcourt/gateway/internal/governance/audit/row-proof";
import type { ExitCode } from "../../command.ts";
import { type AuditDesk, noteDown, usage } from "./asked-audit.ts";
import { writeLines } from "./write-lines.ts";

// Exports of the audit log, signed to the end, and the public signing key.

export async function exportAll({ asked, open, context }: AuditDesk): Promise<ExitCode> {
  const { clock, terminal } = context;
  await using opened = await open(asked.config, context);
  const { store, operator } = opened;
  const signer = await opened.signer();
  const onTrouble = ({ kind }: CheckpointTrouble): void =>
    terminal.err(`The export is not signed to its end: ${troubleText[kind]}`);
  // The export is itself audited, and the checkpoint must cover that row.
  await noteDown(store, clock, { kind: "audit.exported", about: { operator } });
  await signAll(opened, { clock, onTrouble });
  const lines = exportLog(store, signer.name);
  if (asked.out !== undefined) {
    const count = await writeLines(asked.out, lines, context);
    terminal.err(`${count} lines written.`);
    return 0;
  }
  for await (const line of lines) terminal.out(line);
  return 0;
}

export async function prove({ asked, open, context }: AuditDesk): Promise<ExitCode> {
  const { clock, terminal } = context;
  if (!/^[1-9]\d{0,14}$/.test(asked.what)) throw usage("Name the row by its number.");
  await using opened = await open(asked.config, context);
  const { store, operator } = opened;
  const row = Number(asked.what);
  await noteDown(store, clock, { kind: "audit.read", about: { operator, action: "prove", row } });
  await signAll(opened, { clock });
  const proof = await proveRow(store, row);
  if (proof === undefined) throw usage(await whyNot(store, row));
  terminal.out(proof.trimEnd());
  return 0;
}

async function whyNot(store: OpenedAudit["store"], row: number): Promise<string> {
  const { sequence: rows = 0 } = (await store.last()) ?? {};
  return row > rows
    ? `There is no row ${row}: the log has ${rows}.`
    : `Row ${row} could not be signed. toolcourt audit export says why.`;
}

export async function printKey({ asked, open, context }: AuditDesk): Promise<ExitCode> {
  await using opened = await open(asked.config, context);
  const { publicKey } = await opened.signer();
  context.terminal.out(asked.json ? printableJson({ publicKey }) : publicKey);
  return 0;
}

/** Signs as the gateway does, from the gateway's edge. Does not advance that edge. */
async function signAll(
  { store, signer: readSigner, edgeOf }: OpenedAudit,
  options: Pick<CheckpointsOptions, "clock" | "onTrouble">,
): Promise<void> {
  const signer = await readSigner();
  const edgeFile = { load: async () => edgeOf?.(signer), save: async () => undefined };
  const checkpoints = openCheckpoints({ ...options, store, signer, edgeFile });
  // Disposal signs.
  await checkpoints[Symbol.asyncDispose]();
}
