import { hash } from "node:crypto";
import {
  canonicalJson,
  type Effect,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from "@toolcourt/sdk";
import { z } from "zod";
import type { Reason } from "../../pipeline/judged.ts";
import type { StoredApproval } from "../../stores/approval-store.ts";

/** The party whose approval a call needs. */
export type Approver = "caller" | "operator";

/** The call to run: everything that an approval depends on. */
export interface Proposal {
  readonly tenant: string | null;
  readonly requester: string;
  readonly queryId: string | null;
  /** The tool's server and the connection of the call. `local` for our own tools. */
  readonly connection: string;
  readonly tool: string;
  readonly contractHash: string;
  readonly policyVersion: string;
  readonly risk: Effect;
  readonly from: Approver;
  readonly arguments: JsonObject;
  /** Input the tool requested earlier. It changes what runs. Default: none. */
  readonly answers?: Answers | undefined;
  /** Where its requester typed it. Default: a client made it. */
  readonly source?: "console" | undefined;
  /** Why statements about sequences ask for the approval. Default: none does. */
  readonly reasons?: readonly Reason[] | undefined;
}

/** Input requested by a tool during a call, and the state it wants back. */
export interface Answers {
  readonly inputResponses?: JsonObject | undefined;
  readonly requestState?: string | undefined;
}

/** The fields that a request for approval adds to the proposal. */
export interface Terms {
  readonly id: string;
  readonly nonce: string;
  readonly notBefore: number;
  readonly expiresAt: number;
  /** Number of required approvers. */
  readonly approvers: number;
}

/** Approvals are short-lived because people forget details. Destructive ones last half as long. */
export const lastsMs = { read: 600_000, write: 600_000, destroy: 300_000 } as const;

// Each hash has its own domain prefix, so that no hash can pass for one of another kind.
const argumentsDomain = "toolcourt-args-v1\0";
const approvalDomain = "toolcourt-approval-v1\0";
const fingerprintDomain = "toolcourt-fingerprint-v1\0";
const stateDomain = "toolcourt-state-v1\0";

/** Hashes arguments in their canonical form. */
export function argumentsHash(canonical: string): string {
  return hash("sha256", argumentsDomain + canonical, "hex");
}

/** Hashes a binding in its canonical form. It covers everything that is bound. */
export function bindingDigest(canonical: string): string {
  return hash("sha256", approvalDomain + canonical, "hex");
}

/** Number of digits of a digest that people compare and type. */
export const shownDigits = 12;

/** Returns everything an approval is bound to, in canonical form. */
export function bindingOf(proposal: Proposal, terms: Terms): string {
  const { queryId, ...bound } = { ...boundBy(proposal), queryId: proposal.queryId };
  return canonicalJson({
    v: 1,
    ...bound,
    query_id: queryId,
    id: terms.id,
    nonce: terms.nonce,
    risk: proposal.risk,
    not_before: terms.notBefore,
    expires_at: terms.expiresAt,
    max_uses: 1,
    ...(terms.approvers > 1 && { approvers: terms.approvers }),
  });
}

/** Returns a fingerprint shared by all calls that one approval could be meant for. */
export function fingerprintOf(proposal: Proposal): string {
  const { from } = proposal;
  return hash("sha256", fingerprintDomain + canonicalJson({ ...boundBy(proposal), from }), "hex");
}

function boundBy(proposal: Proposal): JsonObject {
  const { tenant, requester, connection, tool, contractHash, policyVersion } = proposal;
  const { source, reasons } = proposal;
  return {
    tenant,
    requester,
    connection,
    tool,
    contract_hash: contractHash,
    policy_version: policyVersion,
    args_hash: argumentsHash(canonicalJson(proposal.arguments)),
    ...boundAnswers(proposal.answers),
    // No client can use the approval of a call from the console, nor the other way round.
    ...(source !== undefined && { source }),
    // What was said yes to under one reason is asked again under another.
    ...(reasons !== undefined && { reasons: reasons.map(toJson) }),
  };
}

function toJson({ seen, ...reason }: Reason): JsonObject {
  return { ...reason, ...(seen && { seen: { ...seen } }) };
}

// The state is opaque to people, so only its hash is kept. The answers are shown.
function boundAnswers(answers: Answers | undefined): Readonly<Record<string, JsonValue>> {
  if (answers === undefined) return {};
  const { inputResponses, requestState } = answers;
  return {
    answers: inputResponses ?? {},
    ...(requestState === undefined ? {} : { state_hash: stateHash(requestState) }),
  };
}

/** Hashes the state that a tool wants back. */
function stateHash(requestState: string): string {
  return hash("sha256", stateDomain + requestState, "hex");
}

const text = z.string();
const json = z.custom<JsonObject>(isJsonObject);

const reason = z.strictObject({
  statement: text,
  because: text,
  pointer: z.exactOptional(text),
  role: z.exactOptional(text),
  origin: z.exactOptional(text),
  seen: z.exactOptional(z.strictObject({ tool: text, pointer: text, call: text })),
  what: z.exactOptional(text),
});

const bindingSchema = z.strictObject({
  v: z.literal(1),
  id: text,
  nonce: text,
  tenant: text.nullable(),
  requester: text,
  query_id: text.nullable(),
  connection: text,
  tool: text,
  contract_hash: text,
  args_hash: text,
  policy_version: text,
  risk: z.enum(["read", "write", "destroy"]),
  not_before: z.int(),
  expires_at: z.int(),
  max_uses: z.literal(1),
  approvers: z.int().min(2).optional(),
  answers: json.optional(),
  state_hash: text.optional(),
  source: z.literal("console").optional(),
  reasons: z.array(reason).optional(),
});

export type Binding = z.output<typeof bindingSchema>;

/**
 * Tells whether the requester may approve the request. One from the console may not: a person who
 * can type the call there could approve it there too.
 */
export function mayBeOwn(from: Approver, { source }: Pick<Binding, "source">): boolean {
  return from === "caller" && source === undefined;
}

/** An approval whose parts agree with each other and with its digest. */
export interface Intact {
  readonly binding: Binding;
  /** The stored bytes, parsed: shown to the approver, then run. */
  readonly arguments: JsonObject;
}

/**
 * Returns undefined if any stored part differs from the binding. Such an approval is neither shown
 * nor run.
 */
export function readBinding(approval: StoredApproval): Intact | undefined {
  if (bindingDigest(approval.binding) !== approval.digest) return undefined;
  const read = bindingSchema.safeParse(parsed(approval.binding));
  if (!read.success) return undefined;
  const binding = read.data;
  const input = parsed(approval.arguments);
  const isWhole = agrees(approval, binding) && isJsonObject(input);
  return isWhole ? { binding, arguments: input } : undefined;
}

function agrees(approval: StoredApproval, binding: Binding): boolean {
  const bound = [
    [binding.id, approval.id],
    [binding.tool, approval.tool],
    [binding.requester, approval.requester],
    [binding.tenant, approval.tenant],
    [binding.approvers ?? 1, approval.needed],
    [binding.not_before, approval.createdAt],
    [binding.expires_at, approval.expiresAt],
    [binding.args_hash, argumentsHash(approval.arguments)],
  ];
  return bound.every(([one, other]) => one === other);
}

function parsed(stored: string): unknown {
  try {
    return parseJson(stored);
  } catch {
    return undefined;
  }
}
