import { hash } from "node:crypto";
import { hasCode, isRefusal } from "@toolcourt/contracts/internal/errors/refusal";
import { canonicalJson, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import type { AuditEntry } from "../../stores/audit-store.ts";
import type {
  AuditedCall,
  AuditedEnding,
  AuditedTracking,
  Moment,
  Subject,
} from "./audited-call.ts";
import type { NoteKind } from "./note-kinds.ts";
import { shapeOf, shownMembers, shownText } from "./shown-text.ts";

// Bodies are canonical JSON (RFC 8785) without its cost. Keys are written in order here and texts
// are well-formed. `JSON.stringify` omits keys without a value. A test enforces this.

/** An issuer could put any number of roles into a token. */
const maxRoles = 32;

export interface IntentFacts {
  readonly subject: Subject;
  readonly moment: Moment;
}

/**
 * Builds the entry for the intent to call a tool. Digests instead of values: contents do not belong
 * in a log.
 */
export function intentOf(call: AuditedCall, { subject, moment }: IntentFacts): AuditEntry {
  const tracking = trackingOf(call);
  const body = JSON.stringify({
    agent: { name: shownText(call.agent.name), version: shownText(call.agent.version) },
    approval: approvalOf(call),
    arguments: digestOfArguments(call.arguments ?? {}),
    at: moment.at,
    callId: shownText(call.callId),
    carried: call.carrier === undefined ? undefined : true,
    connection_id: tracking.connection_id,
    correlationId: shownText(call.correlationId),
    correlation_id: tracking.correlation_id,
    endpoint: shownOrNothing(call.endpoint),
    kind: "call.opened",
    monotonic: exact(moment.monotonic),
    parent: shownOrNothing(call.within?.callId),
    policy: shownOrNothing(call.grant?.policy),
    principal: { id: subject.id, kind: call.principal.kind, proof: subject.proof },
    queryId: shownOrNothing(call.queryId),
    request: requestOf(call),
    roles: call.principal.roles?.slice(0, maxRoles).map((role) => shownText(role)),
    scope: tracking.scope,
    session_id: tracking.session_id,
    source: shownOrNothing(call.source),
    stage: tracking.stage,
    statement: shownOrNothing(call.grant?.statement),
    status: "started",
    target: targetOf(call),
    tenant: shownOrNothing(call.principal.tenant),
    tier: tracking.tier,
    tool: shownText(call.tool),
    tool_id: tracking.tool_id,
    traceId: shownText(call.traceId),
  });
  return { body, callId: call.callId, part: "intent", at: moment.at };
}

export interface OutcomeFacts {
  readonly moment: Moment;
  readonly ms: number;
  /** The address of the tool's server. Default: none. */
  readonly address?: string | undefined;
}

/** Builds the entry for the result of a call. */
export function outcomeOf(
  call: AuditedCall,
  ending: AuditedEnding,
  { moment, ms, address }: OutcomeFacts,
): AuditEntry {
  const decision = decisionOf(call, ending);
  const tracking = trackingOf(call);
  const body = JSON.stringify({
    approval: approvalOf(call),
    at: moment.at,
    callId: shownText(call.callId),
    code: codeOf(ending),
    connection: tracking.connection,
    connection_id: tracking.connection_id,
    contract: "contract" in ending ? ending.contract : undefined,
    correlation_id: tracking.correlation_id,
    fromCache: ending.kind === "answered" ? ending.fromCache : undefined,
    grant: grantOf(call),
    kind: "call.closed",
    mayHaveActed: mayHaveActed(call, ending) || undefined,
    monotonic: exact(moment.monotonic),
    ms: exact(ms),
    policy: shownOrNothing(decision.policy),
    redacted: redactionsOf(ending),
    result: resultOf(ending),
    scope: tracking.scope,
    session_id: tracking.session_id,
    shape: shapeOf(call.arguments, call.registered?.contract.input),
    stage: tracking.stage,
    statement: shownOrNothing(decision.statement),
    status: statusOf(ending),
    // Where a proxy finds the server is not known here.
    target: targetOf(call, call.carrier === undefined ? address : undefined),
    tier: tracking.tier,
    tool_id: tracking.tool_id,
    untyped: ending.kind === "answered" ? ending.untyped : undefined,
  });
  return { body, callId: call.callId, part: "outcome", at: moment.at };
}

export interface NoteFacts {
  /** The subject, a dot and the event: `approval.decided`. */
  readonly kind: NoteKind;
  readonly moment: Moment;
  readonly callId?: string;
  /** Our own words, ids and digests. No arguments, results, secrets or names of persons. */
  readonly about: JsonObject;
}

/** Builds the entry for any other event that reviewers need. */
export function noteOf({ kind, moment, callId, about }: NoteFacts): AuditEntry {
  const { at, monotonic } = moment;
  const body = canonicalJson({
    about: shownMembers(about),
    at,
    ...(callId === undefined ? {} : { callId: shownText(callId) }),
    kind,
    monotonic: exact(monotonic),
  });
  return { body, part: "note", at, ...(callId === undefined ? {} : { callId }) };
}

/** Returns the ids under the names that S2-35 gives them. A call has all of them, known or null. */
function trackingOf({ tracking, correlationId }: AuditedCall): AuditedTracking {
  return {
    correlation_id: shownText(tracking?.correlation_id ?? correlationId),
    session_id: shownOrNull(tracking?.session_id),
    connection_id: shownOrNull(tracking?.connection_id),
    tool_id: shownOrNull(tracking?.tool_id),
    stage: tracking?.stage ?? "opened",
    ...discoveryOf(tracking),
  };
}

/** Returns the connection and the scope of a call, with the levels in canonical order. */
function discoveryOf({
  connection,
  scope,
  tier,
}: Partial<AuditedTracking> = {}): Pick<AuditedTracking, "connection" | "scope" | "tier"> {
  return {
    ...(connection !== undefined && { connection: shownText(connection) }),
    ...(scope !== undefined && { scope: scope && shownLevels(scope) }),
    ...(tier !== undefined && { tier: shownOrNull(tier) }),
  };
}

function shownLevels(scope: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const levels = Object.entries(scope).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(levels.map(([level, id]) => [shownText(level), shownText(id)]));
}

function shownOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : shownText(text);
}

function statusOf(ending: AuditedEnding): string {
  if (ending.kind === "relayed") return ending.isQuestion ? "asked" : "answered";
  return ending.kind === "answered" && ending.output.isError ? "failed" : ending.kind;
}

/**
 * Returns the result code. A tool error has its own, because we cannot know whether the tool acted.
 */
function codeOf(ending: AuditedEnding): string {
  if (ending.kind === "refused") {
    return isRefusal(ending.error) ? ending.error.code : "gateway-failed";
  }
  if (ending.kind === "asked") return "asked";
  if (ending.kind === "relayed") return ending.isQuestion ? "asked" : "answered";
  return ending.output.isError ? "tool-failed" : "answered";
}

/** Returns whether a tool with effects was started and its result is unknown. */
function mayHaveActed({ approval, registered }: AuditedCall, ending: AuditedEnding): boolean {
  if (ending.kind !== "refused") return false;
  const { error } = ending;
  // A failure after the last stage before the tool may have come after the tool ran.
  if (!isRefusal(error)) return approval !== undefined && registered?.contract.effect !== "read";
  if (error.code === "outcome-unknown") return true;
  return "mayHaveActed" in error.details && error.details.mayHaveActed;
}

/** Names the grant that a call used. */
function grantOf({ approval }: AuditedCall): JsonObject | undefined {
  if (approval?.kind !== "granted" || approval.id === undefined) return undefined;
  return { id: shownText(approval.id) };
}

function approvalOf({ approval }: AuditedCall): JsonObject | undefined {
  if (approval?.id === undefined || approval.kind === "granted") return undefined;
  const { digest, id } = approval;
  return digest === undefined ? { id: shownText(id) } : { digest, id: shownText(id) };
}

/** A URI may be long. Its digest is in `arguments` anyway. */
const maxSubject = 256;

/** Names the resource or the prompt of a request that is no tool call. */
function requestOf({ relayed }: AuditedCall): JsonObject | undefined {
  if (relayed === undefined) return undefined;
  const { method, subject } = relayed;
  const name = shownText(subject.name, maxSubject);
  return subject.kind === "prompt" ? { method, prompt: name } : { method, uri: name };
}

function resultOf(ending: AuditedEnding): JsonObject | undefined {
  if (ending.kind === "answered")
    return digestOfText(ending.output.text ?? JSON.stringify(ending.output));
  if (ending.kind !== "relayed" || ending.isQuestion) return undefined;
  return digestOfText(JSON.stringify(ending.output));
}

function targetOf({ registered, relayed }: AuditedCall, address?: string): object | undefined {
  if (registered === undefined) return undefined;
  const { digest, effect, name, server } = registered.contract;
  if (relayed !== undefined) return { address, effect, name, server: shownText(server) };
  return { address, contract: digest, effect, name: shownText(name), server: shownText(server) };
}

/** Returns the statement that decided, either way, and its policy. */
function decisionOf({ grant }: AuditedCall, ending: AuditedEnding): Decision {
  const error = ending.kind === "refused" ? ending.error : undefined;
  const isDenied = hasCode(error, "policy-denied") || hasCode(error, "not-permitted");
  return (isDenied ? error.details : grant) ?? {};
}

interface Decision {
  readonly statement?: string;
  readonly policy?: string;
}

function redactionsOf(ending: AuditedEnding): JsonObject | undefined {
  if (ending.kind !== "answered" || ending.redacted === undefined) return undefined;
  const counts = Object.entries<number>({ ...ending.redacted });
  return Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function shownOrNothing(text: string | undefined): string | undefined {
  return text === undefined ? undefined : shownText(text);
}

/** Digests the canonical form, so that arguments in any spelling can be compared. */
function digestOfArguments(value: JsonValue): JsonObject {
  return digestOfText(canonicalOrPlain(value));
}

/** Makes one pass: arguments may be large and are not validated yet. */
function canonicalOrPlain(value: JsonValue): string {
  try {
    return canonicalJson(value);
  } catch {
    return JSON.stringify(value);
  }
}

/**
 * Digests a result as sent: canonicalizing a large one would cost more than all checks together.
 */
function digestOfText(text: string): JsonObject {
  return { bytes: Buffer.byteLength(text), digest: `sha256:${hash("sha256", text, "hex")}` };
}

/** Rounds to microseconds. */
function exact(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
