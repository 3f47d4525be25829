import { hasCode, Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { Cancellation } from "@toolcourt/contracts/internal/kernel/cancellation";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import {
  type ApprovedCall,
  type ConnectedCall,
  type JudgedCall,
  notNeeded,
  type Question,
  setApproval,
} from "../../pipeline/call.ts";
import { tracingIn } from "../../pipeline/ids-of.ts";
import type { Stages } from "../../pipeline/pipeline.ts";
import type { StoredApproval } from "../../stores/approval-store.ts";
import { StoreError } from "../../stores/store-error.ts";
import type { Approvals, ConsumeResult } from "./approvals.ts";
import {
  type Approver,
  argumentsHash,
  type Intact,
  type Proposal,
  readBinding,
} from "./binding.ts";
import { answersOf, proposalOf, type Returned, returnedBy } from "./proposal.ts";
import { canBeAsked, questionAbout } from "./question.ts";
import type { AskedState, StateSeal } from "./state.ts";

export interface ApproveDeps {
  readonly approvals: Approvals;
  readonly seal: StateSeal;
  /** Default: none, every call needs its own approval. */
  readonly grants?: { readonly use: UseGrant } | undefined;
}

/** Takes one use of a grant that covers a call. Undefined if there is none. */
type UseGrant = (using: {
  readonly call: ConnectedCall;
  readonly args: JsonObject;
}) => Promise<{ readonly id: string; readonly by: string; readonly at: number } | undefined>;

/** A call that needs approval, and the proposal to approve. */
interface Asking {
  readonly call: JudgedCall;
  readonly proposal: Proposal;
  readonly signal: Cancellation;
}

type Answer = Promise<ApprovedCall | Question>;

/**
 * Creates the approve stage. A call without a need for approval passes at once. Otherwise it finds
 * the approval, asks the caller if possible, or refuses with the request's id. A passed call holds
 * the stored bytes, not the incoming ones.
 */
export function createApproveStage(deps: ApproveDeps): Stages["approve"] {
  return function approve(call, signal) {
    const { publicName: tool } = call.registered;
    const from = approverOf(call);
    if (from === "none") {
      setApproval(call, notNeeded);
      return call;
    }
    const returned = returnedBy(call.resumption, deps.seal);
    const proposal = proposalOf(call, { from, answers: answersOf(returned) });
    return approved(deps, { call, proposal, signal }, returned).catch((error: unknown) => {
      // A call that cannot be looked up or recorded does not run.
      if (!(error instanceof StoreError)) throw error;
      throw new Refusal("audit-failed", { tool, moment: "opened" }, { cause: error });
    });
  };
}

/** Returns whose approval a call needs, by its tool and by what happened before. */
function approverOf({ registered: { settings }, judged }: JudgedCall): Approver | "none" {
  if (judged.kind === "passed" || settings.approval === "operator") return settings.approval;
  return judged.from;
}

async function approved(deps: ApproveDeps, asking: Asking, returned: Returned): Answer {
  const { publicName: tool } = asking.call.registered;
  if (returned.kind === "verdict") return byVerdict(deps, asking, returned);
  if (returned.kind === "expired" || returned.kind === "forged") {
    const because = returned.kind === "expired" ? "expired" : "unknown";
    throw new Refusal("approval-expired", { tool, because });
  }
  const { namedApproval: named } = asking.call;
  return named === undefined ? byCall(deps, asking) : byName(deps, asking, named);
}

/** Finds the approval for a call that names none, then a grant, or asks for an approval. */
async function byCall(deps: ApproveDeps, asking: Asking): Answer {
  const { proposal } = asking;
  // An approval or a denial of these very bytes is more specific than a grant.
  const result = await deps.approvals.request(proposal, () => byGrant(deps, asking));
  if ("input" in result) return result;
  if (result.kind === "too-many") {
    throw new Refusal("approval-required", { ...needed(asking), waiting: result.waiting });
  }
  const { id, state } = result.approval;
  if (result.kind === "denied") {
    const { publicName: tool } = asking.call.registered;
    throw new Refusal("approval-denied", { tool, from: proposal.from, id });
  }
  return state === "approved" ? use(deps, asking, id) : ask(deps.seal, asking, result.approval);
}

/**
 * Uses a grant. It covers no answers to a tool's questions, and no call that a statement asks about:
 * its giver has seen neither.
 */
async function byGrant(
  { approvals, grants }: ApproveDeps,
  asking: Asking,
): Promise<ApprovedCall | undefined> {
  const { call, proposal, signal } = asking;
  const isForeseen = proposal.answers === undefined && call.judged.kind === "passed";
  if (grants === undefined || !isForeseen) return undefined;
  // A caller that has disconnected uses up nothing.
  if ((await approvals.wasRefused(proposal)) || signal.aborted) return undefined;
  const used = await grants.use({ call, args: proposal.arguments });
  if (used === undefined) return undefined;
  setApproval(call, { kind: "granted", ...used });
  return call;
}

/** Uses the approval that the caller named. */
async function byName(deps: ApproveDeps, asking: Asking, id: string): Answer {
  try {
    return await use(deps, asking, isId(id) ? id : noId);
  } catch (error) {
    // Another principal's, another call's and an unknown approval get the same refusal.
    if (!hasCode(error, "approval-expired") || error.details.because !== "changed") throw error;
    const { tool } = error.details;
    throw new Refusal("approval-expired", { tool, because: "unknown" }, { cause: error });
  }
}

const noId = "0".repeat(32);

function isId(named: string): boolean {
  return /^[\da-f]{32}$/.test(named);
}

type Verdict = Extract<Returned, { readonly kind: "verdict" }>;

/** Handles the person's answer to our question. */
async function byVerdict(deps: ApproveDeps, asking: Asking, { state, action }: Verdict): Answer {
  const { call, proposal } = asking;
  const { publicName: tool } = call.registered;
  const because = whyNotFor(state, proposal);
  if (because !== undefined) throw new Refusal("approval-expired", { tool, because });
  const { approval: id, digest } = state;
  const { from, requester: by, tenant } = proposal;
  if (action === "cancel") throw new Refusal("approval-required", { ...needed(asking), id });
  if (action !== "none" && from === "caller") {
    const to = action === "accept" ? "approved" : "denied";
    // The result does not matter, only the stored state: another decision may have come first.
    await deps.approvals.decide(id, { to, by, tenant, digest });
  }
  return use(deps, asking, id);
}

function whyNotFor(state: AskedState, proposal: Proposal): "unknown" | "changed" | undefined {
  if (state.principal !== proposal.requester || state.tenant !== proposal.tenant) return "unknown";
  const isSame =
    state.tool === proposal.tool &&
    state.contract_hash === proposal.contractHash &&
    state.args_hash === argumentsHash(canonicalJson(proposal.arguments));
  return isSame ? undefined : "changed";
}

async function use({ approvals, seal }: ApproveDeps, asking: Asking, id: string): Answer {
  const { call, proposal, signal } = asking;
  const { publicName: tool } = call.registered;
  // A caller that has disconnected does not consume an approval.
  if (signal.aborted) throw new Refusal("cancelled", { tool, mayHaveActed: false });
  const result = await approvals.consume({ id, callId: call.callId, proposal, call });
  if (result.kind === "consumed") return passedCall(asking, result);
  if (result.kind === "denied") {
    throw new Refusal("approval-denied", { tool, from: result.from, id });
  }
  if (result.kind === "refused") {
    throw new Refusal("approval-expired", { tool, because: result.because });
  }
  return ask(seal, asking, await approvals.find(id));
}

/** Returns the call as it runs: with the stored bytes and no other incoming data. */
function passedCall(
  { call, proposal }: Asking,
  consumed: Extract<ConsumeResult, { readonly kind: "consumed" }>,
): ApprovedCall {
  const { approval, by, at, inputResponses } = consumed;
  const { id, digest } = approval;
  setApproval(
    call,
    { kind: "given", by, at, id, digest },
    {
      // The host's tracing fields belong to the call, not to the approved arguments.
      input: { ...consumed.arguments, ...tracingIn(call.registered, call.input) },
      resumption: proposal.answers === undefined ? undefined : resumed(),
    },
  );
  return call;

  // The binding covers the state's hash, so the incoming state is the approved one.
  function resumed(): NonNullable<ConnectedCall["resumption"]> {
    const requestState = proposal.answers?.requestState;
    return {
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
}

/**
 * Asks the caller if the caller's approval is needed and it can be asked. Otherwise refuses with
 * the id.
 */
function ask(seal: StateSeal, asking: Asking, approval: StoredApproval | undefined): Question {
  const { call, proposal } = asking;
  const { publicName: tool, settings } = call.registered;
  const { from } = proposal;
  const intact = approval === undefined ? undefined : readBinding(approval);
  if (approval === undefined || intact === undefined) {
    throw new Refusal("approval-expired", { tool, because: "changed" });
  }
  const isAskable = from === "caller" && canBeAsked(call.channel?.capabilities);
  const question = isAskable ? askedIn({ approval, intact, proposal, settings }, seal) : undefined;
  if (question === undefined) {
    throw new Refusal("approval-required", { ...needed(asking), id: approval.id });
  }
  return question;
}

/** Returns what a refusal says about the approval that a call needs. */
function needed({ call, proposal }: Asking): Needed {
  const { publicName: tool, settings } = call.registered;
  const { from } = proposal;
  if (call.judged.kind === "asks") return { tool, from, because: "sequence" };
  return { tool, from, ...(settings.isUndeclared && { because: "undeclared" }) };
}

type Needed = Pick<Refusal<"approval-required">["details"], "tool" | "from" | "because">;

interface Asked {
  readonly settings: ConnectedCall["registered"]["settings"];
  readonly proposal: Proposal;
  readonly approval: StoredApproval;
  readonly intact: Intact;
}

function askedIn(asked: Asked, seal: StateSeal): Question | undefined {
  const { approval, intact, proposal, settings } = asked;
  const { binding } = intact;
  const requestState = seal.close({
    approval: approval.id,
    digest: approval.digest,
    tenant: binding.tenant,
    principal: binding.requester,
    tool: binding.tool,
    args_hash: binding.args_hash,
    contract_hash: binding.contract_hash,
    expires_at: binding.expires_at,
    nested: proposal.answers,
  });
  if (requestState === undefined) return undefined;
  const { isUndeclared } = settings;
  return questionAbout(approval, { ...intact, isUndeclared }, requestState);
}
