import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { OpenedAudit } from "@toolcourt/gateway/internal/compose/operator-stores";
import { noteOf } from "@toolcourt/gateway/internal/governance/audit/call-entries";
import { momentOf } from "@toolcourt/gateway/internal/governance/audit/call-trail";
import type { NoteKind } from "@toolcourt/gateway/internal/governance/audit/note-kinds";
import type { AuditStore } from "@toolcourt/gateway/internal/stores/audit-store";
import type { JsonObject } from "@toolcourt/sdk";
import type { ClosedInput, OpenedInput } from "../../actions.ts";
import { choiceFlag, configFlag, jsonFlag, listFlag, switchFlag, textFlag } from "../../command.ts";

export const auditFlags = {
  config: configFlag,
  json: jsonFlag,
  out: textFlag("file", "Where the export goes (default: standard output)"),
  format: choiceFlag("form", ["rows", "ocsf"], "The form of the export (default: rows)"),
  key: listFlag("key", "A public key, or a file that holds it (verify)"),
  close: switchFlag("Close calls that can no longer run (unfinished)"),
  tenant: textFlag("name", "The tenant of the principal (erase)"),
  reason: textFlag("text", "Why the store lacks rows (accept)"),
  resume: switchFlag("Send rows to a stopped receiver again (push)"),
  from: textFlag("row", "The first row (export), or the first row to send again (push)"),
  to: textFlag("row", "The last row (export)"),
  checkpoint: listFlag("file", "Checkpoints that you stored elsewhere (verify)"),
} as const;

export type AuditInput = OpenedInput<typeof auditFlags, OpenedAudit>;
export type ClosedAuditInput = ClosedInput<typeof auditFlags, OpenedAudit>;

/** Records a reader of the log before showing anything. */
export async function noteDown(
  store: AuditStore,
  clock: Clock,
  note: { readonly kind: NoteKind; readonly about: JsonObject },
): Promise<void> {
  await store.append([noteOf({ ...note, moment: momentOf(clock) })], "on-disk");
}
