import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { canonicalJson, type JsonObject, own } from "@toolcourt/sdk";
import type { Arrived } from "../../gate/counting-server.ts";
import type { Figure } from "../promise.ts";
import type { AuditLog, LoggedCall } from "../world/read-audit.ts";
import { memoryTool, tools } from "../world/rig.ts";
import type { Acknowledged } from "./witness.ts";

/** The traces of calls, from three independent sources. */
export interface CallTraces {
  readonly acknowledged: readonly Omit<Acknowledged, "round">[];
  readonly effects: readonly Arrived[];
  readonly audit: AuditLog;
}

export interface Traces extends CallTraces {
  readonly acknowledged: readonly Acknowledged[];
  readonly memoryFile: string;
}

/** Compares what callers were told, what the server did, and what the log says. */
export function reconcileCalls(traces: CallTraces): readonly Figure[] {
  const recorded = recordsIn(traces.audit);
  const changes = traces.effects.filter(({ name }) => name !== tools.read);
  return [
    { label: "acknowledged calls", value: traces.acknowledged.length, must: { atLeast: 1 } },
    zero("of them without their intent and their outcome", lost(traces, recorded)),
    { label: "effects at the server", value: changes.length, must: { atLeast: 1 } },
    zero("of them without an intent", unrecorded(changes, recorded)),
    zero("of them done twice", repeated(changes)),
  ];
}

function recordsIn({ calls }: AuditLog): Recorded {
  const byDigest = Map.groupBy(calls.values(), ({ digest }) => digest);
  return (given) => byDigest.get(digestOf(given)) ?? [];
}

export function reconcile(traces: Traces): readonly Figure[] {
  const recorded = recordsIn(traces.audit);
  return [
    ...reconcileCalls(traces),
    { label: "approvals used up", value: traces.audit.consumed.size, must: { atLeast: 1 } },
    zero("of them used up twice", twice(traces.audit)),
    zero("effects without the approval they need", unapproved(traces, recorded)),
    ...memoryFigures(traces),
    { label: "rows of the audit log", value: traces.audit.rows },
    zero("verifiers that object, of two", traces.audit.objections),
  ];
}

export function zero(label: string, value: number): Figure {
  return { label, value, must: { is: 0 } };
}

/** Computes the digest as the audit log does. */
function digestOf(given: JsonObject): string {
  return `sha256:${hash("sha256", canonicalJson(given), "hex")}`;
}

type Recorded = (given: JsonObject) => readonly LoggedCall[];

/**
 * Counts lost records. A call refused because it could not be recorded has none, and its caller
 * knows.
 */
function lost({ acknowledged }: CallTraces, recorded: Recorded): number {
  const promised = acknowledged.filter(({ code }) => code !== "audit-failed");
  const groups = Map.groupBy(
    promised,
    ({ arguments: given, code }) => `${digestOf(given)} ${code}`,
  );
  return [...groups.values()].reduce((sum, group) => {
    const [first] = group;
    const kept = recorded(first?.arguments ?? {}).filter(({ code }) => code === first?.code);
    return sum + Math.max(0, group.length - kept.length);
  }, 0);
}

function unrecorded(effects: readonly Arrived[], recorded: Recorded): number {
  return effects.filter(({ name, arguments: given }) =>
    recorded(given).every(({ tool }) => tool !== name),
  ).length;
}

function repeated(effects: readonly Arrived[]): number {
  return effects.length - new Set(effects.map(({ arguments: given }) => digestOf(given))).size;
}

function twice({ consumed }: AuditLog): number {
  return [...consumed.values()].filter((calls) => calls.length > 1).length;
}

function unapproved({ effects, audit }: Traces, recorded: Recorded): number {
  const users = new Set([...audit.consumed.values()].flat());
  const paid = effects.filter(({ name }) => name === tools.approved);
  return paid.filter(({ arguments: given }) =>
    recorded(given).every(({ callId }) => !users.has(callId)),
  ).length;
}

function memoryFigures({ acknowledged, memoryFile }: Traces): readonly Figure[] {
  const written = existsSync(memoryFile) ? readFileSync(memoryFile, "utf8") : "";
  const lines = written.split("\n").slice(0, -1);
  const counts = Map.groupBy(lines, (line) => line);
  const entries = acknowledged
    .filter(({ tool, code }) => tool === memoryTool && code === "answered")
    .map(({ arguments: given }) => own(given, "entry"))
    .filter((entry) => typeof entry === "string");
  return [
    { label: "acknowledged memory entries", value: entries.length, must: { atLeast: 1 } },
    zero("of them not there", entries.filter((entry) => !counts.has(entry)).length),
    zero("entries that are there twice", lines.length - counts.size),
    zero("entries that are cut", lines.filter((line) => !isWhole(line)).length),
    zero("bytes of memory behind the last line", written.split("\n").at(-1)?.length ?? 0),
  ];
}

function isWhole(line: string): boolean {
  return line.startsWith('{"number":') && line.endsWith('"}');
}
