import { auditEvents } from "./audit-events.ts";
import type { EventFields } from "./event-fields.ts";
import { counted, idsOf, nameOf, some } from "./event-phrases.ts";
import { processEvents } from "./process-events.ts";
import { relayEvents } from "./relay-events.ts";
import { sandboxEvents } from "./sandbox-events.ts";
import { serverEvents } from "./server-events.ts";
import { storeEvents } from "./store-events.ts";
import { toolEvents } from "./tool-events.ts";

export const levels = ["debug", "info", "warning", "error"] as const;
export type Level = (typeof levels)[number];

export type EventName = keyof EventFields;
export type FieldsOf<Name extends EventName> = EventFields[Name];

export interface EventKind<Fields> {
  readonly level: Level;
  /** The level of one line. Default: that of the event. */
  readonly levelOf?: (fields: Fields) => Level;
  readonly sentence: (fields: Fields) => string;
}

/**
 * Everything the gateway can log. An event without a row here cannot be logged. A sentence that the
 * requirements quote is public.
 */
/** What a broken clause meant for a call. */
const clauseDid = {
  observe: "would have refused",
  user: "marked text for people in",
  remove: "removed a part in",
  enforce: "refused",
} as const;

const stalledAt = {
  stdio: "over stdio",
  http: "over HTTP",
  metrics: "of the metrics",
} as const;

export const events: { readonly [Name in EventName]: EventKind<EventFields[Name]> } = {
  ...processEvents,
  ...auditEvents,
  ...relayEvents,
  ...sandboxEvents,
  ...serverEvents,
  ...storeEvents,
  ...toolEvents,
  "call.opened": {
    level: "info",
    sentence: (call) => `${nameOf(call)} called${idsOf(call)}`,
  },
  "call.closed": {
    level: "info",
    sentence: (call) => `${nameOf(call)} ${call.outcome} in ${call.ms} ms${idsOf(call)}`,
  },
  "call.failed": {
    level: "error",
    sentence: (call) =>
      `${nameOf(call)} failed because of a bug in the gateway, whose stack is ${call.kept}${idsOf(call)}`,
  },
  "call.retried": {
    level: "info",
    sentence: ({ server, attempt, fault, waitMs, ...call }) =>
      `Attempt ${attempt} of a call of ${call.tool_id} by MCP server '${server}' failed (${fault}), the next one follows in ${waitMs} ms${idsOf(call)}`,
  },
  "clause.counted": {
    level: "info",
    sentence: ({ clause, mode, broken, checked, tools }) =>
      `Clause '${clause}' ${clauseDid[mode]} ${counted(broken)} of ${counted(checked)} calls, all in ${some(tools)}`,
  },
  "lock.created": {
    level: "info",
    sentence: ({ tools, servers }) =>
      `There was no lock, so the current contracts are trusted (tools: ${tools}, servers: ${servers})`,
  },
  "request.retried": {
    level: "info",
    sentence: ({ target, attempt, fault, waitMs, ...about }) =>
      `Attempt ${attempt} of a request to ${target} failed (${fault}), the next one follows in ${waitMs} ms${about.traceId === null ? "" : idsOf(about)}`,
  },
  "start.failed": { level: "error", sentence: ({ text }) => text() },
  "config.warned": { level: "warning", sentence: ({ text }) => text() },
  "client.stalled": {
    level: "warning",
    sentence: ({ entrance, bytes }) =>
      `A client ${stalledAt[entrance]} does not read and was disconnected (${counted(bytes)} bytes waited for it)`,
  },
  "notification.dropped": {
    level: "debug",
    sentence: ({ server, progress, log }) =>
      `MCP server '${server}' sent more than callers received: ${counted(progress)} reports of progress and ${counted(log)} lines of its log`,
  },
  "lock.unwritten": {
    level: "warning",
    sentence: () =>
      "The lock could not be written, so new prompts and resource templates are trusted only until the gateway stops",
  },
  "audit.created": {
    level: "info",
    sentence: ({ publicKey }) =>
      `The audit log begins here. Keep its public key in another place: ${publicKey}`,
  },
  "audit.failed": {
    level: "error",
    sentence: ({ place, because }) =>
      `The audit log could not be written (${place === "store" ? "store" : "copy"}): ${because}`,
  },
  "audit.recovered": {
    level: "warning",
    sentence: ({ place }) =>
      `The audit log can be written again (${place === "store" ? "store" : "copy"})`,
  },
  "audit.signed": { level: "warning", sentence: () => "The audit log is signed again" },
  "audit.unsigned": {
    level: "error",
    sentence: ({ because }) => `The audit log was not signed: ${because}`,
  },
  "audit.unfinished": {
    level: "warning",
    sentence: ({ calls, mayRun }) =>
      `${calls} ${calls === 1 ? "call was" : "calls were"} begun and never closed${mayRun === 0 ? "" : ` (${mayRun} may still run in another gateway)`}. See: toolcourt audit unfinished`,
  },
  "result.lost": {
    level: "error",
    sentence: ({ because, ...call }) =>
      `The result of call ${call.callId} of tool '${call.tool_id}' was not kept: ${because}${idsOf(call)}`,
  },
  "approvals.pruned": {
    level: "info",
    sentence: ({ approvals }) =>
      `${counted(approvals)} ${approvals === 1 ? "approval was" : "approvals were"} removed because they expired`,
  },
  "approvals.prune-failed": {
    level: "warning",
    sentence: ({ because }) => `Approvals could not be removed because they expired: ${because}`,
  },
  "grants.pruned": {
    level: "info",
    sentence: ({ grants }) =>
      `${counted(grants)} ${grants === 1 ? "grant was" : "grants were"} removed because they ended long ago`,
  },
  "grants.prune-failed": {
    level: "warning",
    sentence: ({ because }) => `Grants could not be expired or removed: ${because}`,
  },
  "quarantine.lost": {
    level: "error",
    sentence: ({ results, because }) =>
      `${counted(results)} quarantined ${results === 1 ? "result was" : "results were"} not kept: ${because}`,
  },
  "quarantine.trimmed": {
    level: "warning",
    sentence: ({ results }) =>
      `The quarantine is full: ${counted(results)} of its oldest ${results === 1 ? "results was" : "results were"} removed. See: toolcourt quarantine list`,
  },
  "quarantine.pruned": {
    level: "info",
    sentence: ({ results }) =>
      `${counted(results)} quarantined ${results === 1 ? "result was" : "results were"} removed because they expired`,
  },
  "quarantine.prune-failed": {
    level: "warning",
    sentence: ({ because }) =>
      `Quarantined results could not be removed because they expired: ${because}`,
  },
  "results.pruned": {
    level: "info",
    sentence: ({ results }) =>
      `${counted(results)} ${results === 1 ? "result was" : "results were"} removed because they expired`,
  },
  "results.prune-failed": {
    level: "warning",
    sentence: ({ because }) => `Results could not be removed because they expired: ${because}`,
  },
  "change-notice.failed": {
    level: "warning",
    sentence: ({ server }) =>
      `Other gateways were not notified that the tools of MCP '${server}' have changed. They find out at their next poll.`,
  },
  "identity.refused": {
    level: "warning",
    sentence: ({ because, issuer, requests, client }) =>
      `${counted(requests)} ${requests === 1 ? "request was" : "requests were"} refused for the token: ${because}${issuer === undefined ? "" : ` (issuer '${issuer}')`}${client === undefined ? "" : `, last from ${client}`}`,
  },
  "connection.save-failed": {
    level: "error",
    sentence: ({ connection }) =>
      `The new token of the connection ${connection} could not be stored. It is used here until the store takes it; if this process ends before, the connection has to be added again`,
  },
  "keys.loaded": {
    level: "info",
    sentence: ({ file, keys }) => `${counted(keys)} keys of '${file}' are good`,
  },
  "keys.waiting": {
    level: "warning",
    sentence: ({ file, keys }) =>
      `${counted(keys)} keys of '${file}' are new or changed, and not in force. Next: toolcourt reload`,
  },
  "policy.waiting": {
    level: "warning",
    sentence: ({ policy }) =>
      `What ${policy} takes away is in force, what it adds is not. Next: toolcourt reload`,
  },
  "sequence.observed": {
    level: "warning",
    sentence: ({ tool, statements }) =>
      `${tool} does not hold what a statement about sequences wants, which only observes: ${statements.join(", ")}`,
  },
  "keys.unusable": {
    level: "error",
    sentence: ({ file, problem }) =>
      `Keys of '${file}' cannot be used, all are refused: ${problem}`,
  },
  "traces.export-failed": {
    level: "warning",
    sentence: ({ host }) => `Traces do not arrive at '${host}', those since then may be lost`,
  },
  "traces.export-recovered": {
    level: "info",
    sentence: ({ host }) => `Traces arrive at '${host}' again`,
  },
  "policy.loaded": {
    level: "info",
    sentence: ({ policy, version, statements }) =>
      `Policy '${policy}' applies with ${counted(statements)} ${statements === 1 ? "statement" : "statements"}, version ${version}`,
  },
  "policy.unusable": {
    level: "error",
    sentence: ({ policy, problem, problems }) =>
      `Policy '${policy}' cannot be used, every call is refused: ${problem}${problems > 1 ? ` (and ${problems - 1} more)` : ""}`,
  },
};

/** Writes events. Only events declared above can be logged. */
export interface Logger {
  readonly log: <Name extends EventName>(name: Name, fields: FieldsOf<Name>) => void;
}
