import { hash } from "node:crypto";
import { canonicalJson, type Effect, type JsonObject, type JsonValue } from "@toolcourt/sdk";

/** Whose yes a call needs. */
export type Approver = "caller" | "operator";

/** What somebody wants to run: everything that a yes depends on. */
export interface Proposal {
  readonly tenant: string | null;
  readonly requester: string;
  readonly queryId: string | null;
  /** The server behind the tool, and the connection that the call goes over; `local` for our own. */
  readonly connection: string;
  readonly tool: string;
  readonly contractHash: string;
  readonly policyVersion: string;
  readonly risk: Effect;
  readonly from: Approver;
  readonly arguments: JsonObject;
  /** Where the call also carries what the tool asked for before: it changes what runs. */
  readonly answers?: Answers;
}

/** What a tool asked for after it was called, and the state that it wants back. */
export interface Answers {
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
}

/** What one request for approval adds to the proposal. */
export interface Terms {
  readonly id: string;
  readonly nonce: string;
  readonly notBefore: number;
  readonly expiresAt: number;
  /** How many people have to say yes. */
  readonly approvers: number;
}

// Each text has a word of its own before it, so that no hash of one kind can pass for one of another.
const argumentsDomain = "toolcourt-args-v1\0";
const approvalDomain = "toolcourt-approval-v1\0";
const fingerprintDomain = "toolcourt-fingerprint-v1\0";
const stateDomain = "toolcourt-state-v1\0";

/** The hash of arguments in their canonical form. */
export function argumentsHash(canonical: string): string {
  return hash("sha256", argumentsDomain + canonical, "hex");
}

/** The hash of a binding in its canonical form: who has seen it has seen everything that is bound. */
export function bindingDigest(canonical: string): string {
  return hash("sha256", approvalDomain + canonical, "hex");
}

/** How much of a digest people compare and type. */
export const shownDigits = 12;

/** Everything that a yes is bound to, in canonical form. */
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

/** The same for every call that one yes could be meant for. */
export function fingerprintOf(proposal: Proposal): string {
  const { from } = proposal;
  return hash("sha256", fingerprintDomain + canonicalJson({ ...boundBy(proposal), from }), "hex");
}

function boundBy(proposal: Proposal): JsonObject {
  const { tenant, requester, connection, tool, contractHash, policyVersion } = proposal;
  return {
    tenant,
    requester,
    connection,
    tool,
    contract_hash: contractHash,
    policy_version: policyVersion,
    args_hash: argumentsHash(canonicalJson(proposal.arguments)),
    ...boundAnswers(proposal.answers),
  };
}

// The state is the tool's own and says nothing to a person, so only its hash is kept; the answers are shown.
function boundAnswers(answers: Answers | undefined): Readonly<Record<string, JsonValue>> {
  if (answers === undefined) return {};
  const { inputResponses, requestState } = answers;
  return {
    answers: inputResponses ?? {},
    ...(requestState === undefined ? {} : { state_hash: stateHash(requestState) }),
  };
}

/** The hash of the state that a tool wants back. */
function stateHash(requestState: string): string {
  return hash("sha256", stateDomain + requestState, "hex");
}
