import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { OpenedAudit } from "@toolcourt/gateway/internal/compose/beside-gateway";
import { noteOf } from "@toolcourt/gateway/internal/governance/audit/call-entries";
import { momentOf } from "@toolcourt/gateway/internal/governance/audit/call-trail";
import type { NoteKind } from "@toolcourt/gateway/internal/governance/audit/note-kinds";
import type { AuditStore } from "@toolcourt/gateway/internal/stores/audit-store";
import type { JsonObject } from "@toolcourt/sdk";
import type { CommandContext } from "../../command.ts";

export type OpenAudit = (
  config: string | undefined,
  context: CommandContext,
) => Promise<OpenedAudit>;

export interface AuditAsked {
  /** The file or row of the action. */
  readonly what: string;
  readonly config: string | undefined;
  readonly json: boolean;
  readonly out: string | undefined;
  readonly key: readonly string[];
  readonly checkpoint: readonly string[];
  readonly tenant: string | undefined;
  readonly close: boolean;
}

export interface AuditDesk {
  readonly asked: AuditAsked;
  readonly open: OpenAudit;
  readonly context: CommandContext;
}

/** Records a reader of the log before showing anything. */
export async function noteDown(
  store: AuditStore,
  clock: Clock,
  note: { readonly kind: NoteKind; readonly about: JsonObject },
): Promise<void> {
  await store.append([noteOf({ ...note, moment: momentOf(clock) })], "on-disk");
}

export function usage(problem: string): Refusal {
  return new Refusal("usage-invalid", { problem, help: "toolcourt audit --help" });
}
