import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import type { AuditRow } from "../../stores/audit-store.ts";

/** The version of the Open Cybersecurity Schema Framework that events follow. */
export const ocsfVersion = "1.8.0";

/** A row with the hash of the row before it. */
export interface ChainedRow extends AuditRow {
  /** Undefined for the first row. */
  readonly previous: string | undefined;
}

const classes = {
  apiActivity: { class_uid: 6003, category_uid: 6 },
  applicationLifecycle: { class_uid: 6002, category_uid: 6 },
  entityManagement: { class_uid: 3004, category_uid: 3 },
} as const;

const product = { name: "Toolcourt", vendor_name: "Toolcourt" };
const other = 99;

/**
 * Maps a row to an OCSF event. `raw_data` is the body as hashed, and `unmapped` has the hashes: the
 * chain can be verified from the events alone.
 */
export function ocsfOf({ sequence, body, hash, previous }: ChainedRow, origin: string): JsonObject {
  const entry = objectOf(body);
  const kind = textOf(own(entry, "kind")) ?? "unknown";
  const { classed, activity, about } = mapped(kind, entry, origin);
  const correlation = textOf(own(entry, "correlation_id"));
  const at = own(entry, "at");
  return {
    activity_id: activity,
    ...(activity === other && { activity_name: kind }),
    ...classed,
    type_uid: classed.class_uid * 100 + activity,
    severity_id: severityOf(entry),
    time: typeof at === "number" ? Math.trunc(at) : 0,
    ...about,
    metadata: {
      version: ocsfVersion,
      product,
      uid: hash,
      sequence,
      event_code: kind,
      log_name: origin,
      ...(correlation !== undefined && { correlation_uid: correlation }),
    },
    raw_data: body,
    unmapped: { toolcourt: { origin, row: sequence, hash, previous: previous ?? null } },
  };
}

interface Mapped {
  readonly classed: (typeof classes)[keyof typeof classes];
  readonly activity: number;
  /** The attributes of the class. */
  readonly about: JsonObject;
}

function mapped(kind: string, entry: JsonObject, origin: string): Mapped {
  if (kind === "call.opened" || kind === "call.closed") return callOf(entry, origin);
  if (kind === "gateway.started" || kind === "gateway.stopped") {
    const activity = kind === "gateway.started" ? 3 : 4;
    return { classed: classes.applicationLifecycle, activity, about: { app: product } };
  }
  return entityOf(kind, entry);
}

const activities = { read: 2, write: 3, destroy: 4 } as const;

/** The log has no addresses of callers, so the source is the gateway. */
function callOf(entry: JsonObject, origin: string): Mapped {
  const effect = own(objectIn(entry, "target"), "effect");
  const activity = Object.entries(activities).find(([name]) => name === effect)?.[1] ?? 0;
  const status = textOf(own(entry, "status")) ?? "unknown";
  const code = textOf(own(entry, "code"));
  return {
    classed: classes.apiActivity,
    activity,
    about: {
      actor: actorOf(entry),
      src_endpoint: { svc_name: "toolcourt", uid: origin },
      api: apiOf(entry, code),
      status_id: statuses.get(status) ?? other,
      status,
      ...(code !== undefined && { status_code: code }),
    },
  };
}

function apiOf(entry: JsonObject, code: string | undefined): JsonObject {
  const [target, request] = [objectIn(entry, "target"), objectIn(entry, "request")];
  const server = textOf(own(target, "server"));
  const names = [own(request, "method"), own(target, "name"), own(entry, "tool")].map(textOf);
  return {
    operation: names.find((name) => name !== undefined) ?? "tools/call",
    request: { uid: textOf(own(entry, "callId")) ?? "unknown" },
    ...(server !== undefined && { service: { name: server } }),
    ...(code !== undefined && { response: { message: code } }),
  };
}

const statuses: ReadonlyMap<string, number> = new Map([
  ["answered", 1],
  ["failed", 2],
  ["refused", 2],
]);

/** The row of an outcome does not name the caller: its intent has the same `api.request.uid`. */
function actorOf(entry: JsonObject): JsonObject {
  const user = textOf(own(objectIn(entry, "principal"), "id"));
  const agent = textOf(own(objectIn(entry, "agent"), "name"));
  return {
    ...(user !== undefined && { user: { uid: user } }),
    app_name: agent === undefined || agent === "" ? "toolcourt" : agent,
  };
}

/** The ends of kinds, by the activities of Entity Management. */
const verbs: Readonly<Record<number, readonly string[]>> = {
  1: ["requested", "given", "added", "created", "imported", "written", "discovered"],
  2: ["shown", "read", "exported", "searched", "scanned"],
  3: ["decided", "consumed", "used", "updated", "put", "loaded", "rotated", "drifted", "widened"],
  4: ["pruned", "revoked", "expired", "forgotten", "erased", "removed", "trimmed"],
  9: ["withheld"],
  13: ["resumed", "accepted"],
};

function entityOf(kind: string, entry: JsonObject): Mapped {
  const [subject = kind, verb = ""] = kind.split(".");
  const found = Object.entries(verbs).find(([, words]) => words.includes(verb));
  const about = objectIn(entry, "about");
  const uid = textOf(own(about, "id"));
  const entity = { name: subject, type: subject, ...(uid !== undefined && { uid }) };
  const activity = found === undefined ? other : Number(found[0]);
  return { classed: classes.entityManagement, activity, about: { entity } };
}

/** Informational, low for an error of a tool, medium for a refusal. */
function severityOf(entry: JsonObject): number {
  const status = own(entry, "status");
  if (status === "refused") return 3;
  return status === "failed" ? 2 : 1;
}

function objectOf(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function objectIn(entry: JsonObject, key: string): JsonObject {
  const value = own(entry, key);
  return isJsonObject(value) ? value : {};
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
