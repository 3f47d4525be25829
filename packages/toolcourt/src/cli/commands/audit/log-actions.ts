import { cut } from "@toolcourt/contracts/internal/kernel/nearest";
import { printable, printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { OpenedAudit } from "@toolcourt/gateway/internal/compose/operator-stores";
import { momentOf } from "@toolcourt/gateway/internal/governance/audit/call-trail";
import {
  Checkpoints,
  type CheckpointsDeps,
} from "@toolcourt/gateway/internal/governance/audit/checkpoints";
import {
  exportLog,
  exportOcsf,
  type RowRange,
} from "@toolcourt/gateway/internal/governance/audit/export-log";
import {
  type CheckpointTrouble,
  troubleText,
} from "@toolcourt/gateway/internal/governance/audit/trouble";
import {
  lostEntry,
  unfinishedCalls,
} from "@toolcourt/gateway/internal/governance/audit/unfinished";
import type { AuditRow } from "@toolcourt/gateway/internal/stores/audit-store";
import { type ExitCode, usage } from "../../command.ts";
import { type AuditInput, noteDown } from "./input.ts";
import { writeLines } from "./lines.ts";
import { unfinishedText } from "./text.ts";

// Exports of the audit log, signed to the end, and the public signing key.

export async function exportAll({ values, opened, context }: AuditInput): Promise<ExitCode> {
  const { clock, terminal } = context;
  const { store, operator } = opened;
  const range = rangeIn(values, await store.last());
  const signer = await opened.signer();
  const onTrouble = (trouble: CheckpointTrouble): void =>
    terminal.err(`The export is not signed to its end: ${troubleText(trouble)}`);
  // The export is itself audited, and the checkpoint must cover that row.
  await noteDown(store, clock, { kind: "audit.exported", about: { operator, ...range } });
  await signAll(opened, { clock, onTrouble });
  const lines = (values.format === "ocsf" ? exportOcsf : exportLog)(store, signer.name, range);
  if (values.out !== undefined) {
    const count = await writeLines(values.out, lines, context);
    terminal.err(`${count} lines written.`);
    return 0;
  }
  for await (const line of lines) {
    terminal.out(line);
    await terminal.drained?.();
  }
  return 0;
}

/** Empty for the whole log. */
function rangeIn(
  { from, to }: Pick<AuditInput["values"], "from" | "to">,
  last: Pick<AuditRow, "sequence"> | undefined,
): RowRange {
  const range = {
    ...(from !== undefined && { from: rowIn(from) }),
    ...(to !== undefined && { to: rowIn(to) }),
  };
  const first = range.from ?? 1;
  if ((range.to ?? Infinity) < first) {
    throw usage("The last row of an export comes before its first one.");
  }
  if (first > 1) assertRow(first, last);
  return range;
}

/** Refuses the number of a row that the log has not. */
export function assertRow(row: number, last: Pick<AuditRow, "sequence"> | undefined): void {
  const { sequence: rows = 0 } = last ?? {};
  if (row > rows) throw usage(`There is no row ${row}: the log has ${rows}.`);
}

/** Reads the number of a row. */
export function rowIn(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw usage(`The number of a row is a whole number from 1, not ${printable(cut(text))}.`);
}

export async function printKey({ values, opened, context }: AuditInput): Promise<ExitCode> {
  const { publicKey } = await opened.signer();
  context.terminal.out(values.json ? printableJson({ publicKey }) : publicKey);
  return 0;
}

/** Signs as the gateway does, from the gateway's edge. Does not advance that edge. */
export async function signAll(
  { store, signer: readSigner, edgeOf }: OpenedAudit,
  options: Pick<CheckpointsDeps, "clock" | "onTrouble">,
): Promise<void> {
  const signer = await readSigner();
  const edge = await edgeOf?.(signer);
  const checkpoints = new Checkpoints({ ...options, store, signer, edge });
  // Disposal signs.
  await checkpoints[Symbol.asyncDispose]();
}

// Operator duties: unfinished calls, and erasure requests of persons.

export async function unfinished({ values, opened, context }: AuditInput): Promise<ExitCode> {
  const { clock, terminal } = context;
  const { store, operator, maxCallMs } = opened;
  const about = { operator, action: "unfinished" };
  await noteDown(store, clock, { kind: "audit.read", about });
  const calls = await unfinishedCalls(store, { now: clock.now(), maxCallMs });
  terminal.out(values.json ? printableJson(calls) : unfinishedText(calls));
  const lost = calls.filter(({ mayStillRun }) => !mayStillRun);
  if (lost.length === 0) return 0;
  if (!values.close) return 1;
  const moment = momentOf(clock);
  const entries = lost.map((call) => lostEntry(call, { operator, moment }));
  await store.append(entries, "on-disk");
  return 0;
}

export async function erase({ values, what: id, opened, context }: AuditInput): Promise<ExitCode> {
  const { clock, terminal } = context;
  const { tenant = "", json } = values;
  const { store, subjects, operator } = opened;
  const subject = await subjects?.find({ id, tenant });
  if (subject === undefined) {
    terminal.err("The log has no link to this principal.");
    return 1;
  }
  const about = { operator, subject: subject.id };
  await noteDown(store, clock, { kind: "subject.erased", about });
  const fields = (await subjects?.erase(subject.id, tenant)) ?? 0;
  terminal.out(
    json
      ? printableJson({ subject: subject.id, fields })
      : `Subject ${subject.id} has no link to a person any more. The log is unchanged.`,
  );
  return 0;
}
