import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import type { ConnectionEntryOf } from "../boundary/connections/connection-admin.ts";
import { noteOf } from "../governance/audit/call-entries.ts";
import type { NoteKind } from "../governance/audit/note-kinds.ts";
import type { Subjects } from "../governance/audit/subjects.ts";
import type { AuditEntry } from "../stores/audit-store.ts";
import { principalOf } from "./open-approvals.ts";

export interface EntryDeps extends Pick<Runtime, "clock"> {
  readonly subjects: Pick<Subjects, "of">;
}

/** Writes audit entries for connections: ids, names and states, never a credential. */
export function createConnectionEntryOf({ subjects, clock }: EntryDeps): ConnectionEntryOf {
  return async (kind, { id, name, tenant, owner, settings }, by) => {
    const ofTenant = tenant === "" ? null : tenant;
    const nameOf = async (person: string): Promise<string> =>
      (await subjects.of(principalOf(person, ofTenant))).id;
    const about = {
      id,
      name,
      kind: settings["kind"] ?? "unknown",
      ...(tenant !== "" && { tenant }),
      owner: await nameOf(owner),
      ...(by !== undefined && { by: await nameOf(by) }),
      ...(kind === "connection.widened" && { scope: scopeIn(settings) }),
    };
    return noteAt(clock, kind, about);
  };
}

function scopeIn({ provider }: JsonObject): JsonValue {
  return (isJsonObject(provider) ? own(provider, "scope") : undefined) ?? "";
}

export function noteAt(
  clock: Clock,
  kind: NoteKind,
  about: Parameters<typeof noteOf>[0]["about"],
): AuditEntry {
  return noteOf({ kind, moment: { at: clock.now(), monotonic: clock.monotonic() }, about });
}
