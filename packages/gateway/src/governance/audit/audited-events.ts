import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import type { EventName, FieldsOf } from "../../telemetry/events.ts";
import type { LogEntry, LogWriter } from "../../telemetry/logger.ts";
import type { NoteKind } from "./note-kinds.ts";
import type { Notes } from "./notes.ts";

type Audited = EventName & NoteKind;

/** Events that are also noted, with the fields of the note. */
const kept: { readonly [Name in Audited]: readonly (keyof FieldsOf<Name> & string)[] } = {
  "approvals.pruned": ["approvals"],
  "tasks.pruned": ["tasks"],
  "grants.pruned": ["grants"],
  "histories.pruned": ["histories"],
  "identity.refused": ["because", "issuer", "requests"],
  "item.drifted": ["what", "item", "server", "difference"],
  "item.updated": ["what", "item", "server", "difference"],
  "item.withheld": ["what", "item", "server"],
  "lock.created": ["tools", "servers"],
  "policy.loaded": ["policy", "version", "statements"],
  // The problems are the operator's own text and belong in the log.
  "policy.unusable": ["policy", "problems"],
  "quarantine.pruned": ["results"],
  "quarantine.trimmed": ["results"],
  "results.pruned": ["results"],
  "server.unavailable": ["server"],
  "tool.discovered": ["tool", "server"],
  "tool.drifted": ["tool", "server", "difference"],
  "tool.nonconformant": ["tool", "server", "rules"],
  "tool.removed": ["tool", "server"],
  "tool.unreviewed": ["tool", "server", "rules"],
  "tool.updated": ["tool", "server", "difference"],
  "tool.withheld": ["tool", "server"],
};

/** Logs as before, and writes a note for events that reviewers need. */
export function auditedLog(write: LogWriter, notes: Notes, clock: Clock): LogWriter {
  const allowances = new Map<Audited, Allowance>();
  const note = (kind: Audited, entry: LogEntry): void => {
    const allowance = allowances.get(kind) ?? newAllowance(clock);
    allowances.set(kind, allowance);
    if (!isAllowed(allowance, clock)) return;
    if (allowance.lost > 0) notes.write("notes.lost", { kind, notes: allowance.lost });
    allowance.lost = 0;
    notes.write(kind, aboutOf(kind, entry));
  };
  return (entry) => {
    write(entry);
    if (isAudited(entry.event)) note(entry.event, entry);
  };
}

function isAudited(event: EventName): event is Audited {
  return Object.hasOwn(kept, event);
}

function aboutOf(kind: Audited, { fields }: LogEntry): JsonObject {
  const all = parseJson(JSON.stringify(fields));
  if (!isJsonObject(all)) return {};
  const pairs = kept[kind].flatMap((name) => {
    const value = own(all, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}

/** The remaining quota of notes of one kind, and the number suppressed. */
interface Allowance {
  left: number;
  since: number;
  lost: number;
}

// A server that changes its tools every second must not fill the disk. A first look at many servers
// has to fit.
const maxAllowance = 1_000;
const everyMs = 1_000;

function newAllowance(clock: Clock): Allowance {
  return { left: maxAllowance, since: clock.monotonic(), lost: 0 };
}

function isAllowed(allowance: Allowance, clock: Clock): boolean {
  const grown = Math.floor((clock.monotonic() - allowance.since) / everyMs);
  allowance.left = Math.min(maxAllowance, allowance.left + grown);
  allowance.since += grown * everyMs;
  if (allowance.left > 0) {
    allowance.left -= 1;
    return true;
  }
  allowance.lost += 1;
  return false;
}
