import { hash } from "node:crypto";
import { canonicalJson, type Effect, type JsonObject, type JsonValue } from "@toolcourt/sdk";

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
  readonly answers?: Answers;
}

/** Input requested by a tool during a call, and the state it wants back. */
export interface Answers {
  readonly inputResponses?: JsonObject;
  readonly requestState?: string;
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
