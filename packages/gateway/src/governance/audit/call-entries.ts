import { hash } from "node:crypto";
import { canonicalJson, type JsonObject, type JsonValue } from "@toolcourt/sdk";
import { hasCode, isRefusal } from "../../foundation/errors/refusal.ts";
import { textOf } from "../../foundation/kernel/json-text.ts";
import type { AuditEntry } from "../../stores/audit-store.ts";
import { shapeOf } from "./argument-shape.ts";
import type { AuditedCall, AuditedEnding, Moment, Subject } from "./audited-call.ts";
import type { NoteKind } from "./note-kinds.ts";
import { shownMembers, shownText } from "./shown-text.ts";

// Bodies are canonical JSON (RFC 8785) without the cost of it: their keys stand in order here, their texts
// are well-formed, and a key without a value is left out by `JSON.stringify`. A test holds them to it.

/** Whoever issues tokens could put any number of roles into one. */
const mostRoles = 32;

export interface IntentFacts {
  readonly subject: Subject;
  readonly moment: Moment;
}

/** That somebody wants to call a tool. Digests instead of values: a log is no place for contents. */
export function intentOf(call: AuditedCall, { subject, moment }: IntentFacts): AuditEntry {
  const body = JSON.stringify({
    agent: { name: shownText(call.agent.name), version: shownText(call.agent.version) },
    approval: approvalOf(call),
    arguments: digestOfArguments(call.arguments ?? {}),
    at: moment.at,
    callId: shownText(call.callId),
    correlationId: shownText(call.correlationId),
    kind: "call.opened",
    monotonic: exact(moment.monotonic),
    parent: shownOrNothing(call.within?.callId),
    policy: shownOrNothing(call.grant?.policy),
    principal: { id: subject.id, kind: call.principal.kind, proof: subject.proof },
    queryId: shownOrNothing(call.queryId),
    roles: call.principal.roles?.slice(0, mostRoles).map((role) => shownText(role)),
    statement: shownOrNothing(call.grant?.statement),
    target: targetOf(call),
    tenant: shownOrNothing(call.principal.tenant),
    tool: shownText(call.tool),
    traceId: shownText(call.traceId),
  });
  return { body, callId: call.callId, part: "intent", at: moment.at };
}

export interface OutcomeFacts {
  readonly moment: Moment;
  readonly ms: number;
  /** Where the server of the tool is. */
  readonly address?: string;
}

/** What became of it. */
export function outcomeOf(
  call: AuditedCall,
  ending: AuditedEnding,
  { moment, ms, address }: OutcomeFacts,
): AuditEntry {
  const decision = decisionOf(call, ending);
  const body = JSON.stringify({
    approval: approvalOf(call),
    at: moment.at,
    callId: shownText(call.callId),
    code: codeOf(ending),
    contract: ending.kind === "refused" ? undefined : ending.contract,
    fromCache: ending.kind === "answered" ? ending.fromCache : undefined,
    kind: "call.closed",
    mayHaveActed: mayHaveActed(call, ending) || undefined,
    monotonic: exact(moment.monotonic),
    ms: exact(ms),
    policy: shownOrNothing(decision.policy),
    redacted: redactionsOf(ending),
    result: ending.kind === "answered" ? digestOfText(textOf(ending.output)) : undefined,
    shape: shapeOf(call.arguments, call.registered?.contract.input),
    statement: shownOrNothing(decision.statement),
    target: targetOf(call, address),
  });
  return { body, callId: call.callId, part: "outcome", at: moment.at };
}

export interface NoteFacts {
  /** The thing, a dot and what happened to it: `approval.decided`. */
  readonly kind: NoteKind;
  readonly moment: Moment;
  readonly callId?: string;
  /** Our own words, ids and digests. No arguments, no results, no secrets, no names of persons. */
  readonly about: JsonObject;
}

/** That something else happened that a reviewer will ask for. */
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

/** Whether a tool that answers with an error did what it was asked is not ours to say, so it has its own code. */
function codeOf(ending: AuditedEnding): string {
  if (ending.kind === "refused") {
    return isRefusal(ending.error) ? ending.error.code : "gateway-failed";
  }
  if (ending.kind === "asked") return "asked";
  return ending.output.isError ? "tool-failed" : "answered";
}

/** Whether a tool that changes things was let run and nobody heard what it did. */
function mayHaveActed({ approval, registered }: AuditedCall, ending: AuditedEnding): boolean {
  if (ending.kind !== "refused") return false;
  const { error } = ending;
  // Whatever fails behind the last stage before the tool may have failed behind the tool.
  if (!isRefusal(error)) return approval !== undefined && registered?.contract.effect !== "read";
  if (error.code === "outcome-unknown") return true;
  return "mayHaveActed" in error.details && error.details.mayHaveActed;
}

function approvalOf({ approval }: AuditedCall): JsonObject | undefined {
  if (approval?.id === undefined) return undefined;
  const { digest, id } = approval;
  return digest === undefined ? { id: shownText(id) } : { digest, id: shownText(id) };
}

function targetOf({ registered }: AuditedCall, address?: string): object | undefined {
  if (registered === undefined) return undefined;
  const { digest, effect, name, server } = registered.contract;
  return { address, contract: digest, effect, name: shownText(name), server: shownText(server) };
}

/** The statement that decided, whichever way, and the policy it stands in. */
function decisionOf({ grant }: AuditedCall, ending: AuditedEnding): Decision {
  const isDenied = ending.kind === "refused" && hasCode(ending.error, "policy-denied");
  return (isDenied ? ending.error.details : grant) ?? {};
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

/** Of the canonical form, so that whoever has the arguments in any spelling can compare. */
function digestOfArguments(value: JsonValue): JsonObject {
  return digestOfText(canonicalOrPlain(value));
}

/** Looked at once: arguments may be large, and nobody has held them to anything yet. */
function canonicalOrPlain(value: JsonValue): string {
  try {
    return canonicalJson(value);
  } catch {
    return JSON.stringify(value);
  }
}

/** Results are digested as they left: the canonical form of a large one costs more than all checks together. */
function digestOfText(text: string): JsonObject {
  return { bytes: Buffer.byteLength(text), digest: `sha256:${hash("sha256", text, "hex")}` };
}

/** Thousandths of a millisecond are enough for anybody. */
function exact(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
