import type { JsonObject } from "@toolcourt/sdk";
import type { OpenedAudit } from "../compose/beside-gateway.ts";
import { Refusal } from "../foundation/errors/refusal.ts";
import type { Clock } from "../foundation/kernel/clock.ts";
import { noteOf } from "../governance/audit/call-entries.ts";
import { momentOf } from "../governance/audit/call-trail.ts";
import type { NoteKind } from "../governance/audit/note-kinds.ts";
import type { AuditStore } from "../stores/audit-store.ts";
import type { Surroundings } from "./command.ts";

export type OpenAudit = (
  config: string | undefined,
  surroundings: Surroundings,
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
  readonly surroundings: Surroundings;
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
