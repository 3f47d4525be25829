import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  whyNotCanonical,
} from "@toolcourt/sdk";
import type { ConnectedCall, IncomingCall, JudgedCall } from "../../pipeline/call.ts";
import { withoutTracing } from "../../pipeline/ids-of.ts";
import type { Answers, Approver, Proposal } from "./binding.ts";
import type { AskedState, StateSeal } from "./state.ts";

export interface ProposalTerms {
  readonly from: Approver;
  /** The input the tool requested earlier, if the call brings it. */
  readonly answers: Answers | undefined;
}

/** The policy version if there is no policy. */
export const noPolicy = "none";

/**
 * Returns the proposal to approve for a call. Refuses arguments without a canonical form: they
 * cannot be shown exactly.
 */
export function proposalOf(call: JudgedCall, terms: ProposalTerms): Proposal {
  const { principal, registered, grant, input, queryId = null, source, judged } = call;
  const { publicName: tool, contract } = registered;
  const { from, answers } = terms;
  assertCanonical(tool, [input, answers?.inputResponses ?? {}]);
  return {
    tenant: principal.tenant ?? null,
    requester: principal.id,
    queryId,
    connection: wayOf(call),
    tool,
    contractHash: contract.digest,
    policyVersion: grant.policy ?? noPolicy,
    risk: contract.effect,
    from,
    arguments: withoutTracing(registered, input),
    answers,
    source,
    reasons: judged.kind === "asks" ? judged.reasons : undefined,
  };
}

/** An approval for one connection is not valid for the same call over another. */
function wayOf({ registered: { home }, connection }: ConnectedCall): string {
  if (home.kind === "local") return "local";
  const over = connection.kind === "made" ? connection.outgoing.connection : undefined;
  return over === undefined ? home.server : `${home.server} over ${over.id}`;
}

function assertCanonical(tool: string, values: readonly JsonValue[]): void {
  const [flaw] = values.flatMap((value) => whyNotCanonical(value) ?? []);
  if (flaw === undefined) return;
  throw new Refusal("input-invalid", { tool, issues: [`${flaw.pointer}: ${flaw.message}`] });
}

type Resumption = NonNullable<IncomingCall["resumption"]>;

/**
 * The key of our question. A tool's own questions have other keys, and their answers other states.
 */
export const approvalKey = "toolcourt-approval";

/** The resumption data of a call, split into ours and the tool's. */
export type Returned =
  | { readonly kind: "nothing" }
  /**
   * Answers to the tool's own question. They change what runs, so they need approval like
   * arguments.
   */
  | { readonly kind: "answers"; readonly answers: Answers }
  /** The answer to our question, and the tool's earlier answers. */
  | { readonly kind: "verdict"; readonly state: AskedState; readonly action: Action }
  | { readonly kind: "expired" }
  | { readonly kind: "forged" };

/** The person's reaction to our question. */
export type Action = "accept" | "decline" | "cancel" | "none";

/**
 * Extracts our part from the resumption data of a call. Drops everything else that arrives with our
 * state. Besides its arguments a tool gets only the shown answers nested in that state.
 */
export function returnedBy(resumption: Resumption | undefined, seal: StateSeal): Returned {
  if (resumption === undefined) return { kind: "nothing" };
  const { inputResponses, requestState } = resumption;
  if (requestState === undefined) return { kind: "answers", answers: resumption };
  const opened = seal.open(requestState);
  if (opened.kind === "foreign") return { kind: "answers", answers: resumption };
  if (opened.kind !== "ours") return opened;
  return { kind: "verdict", state: opened.state, action: actionIn(inputResponses) };
}

function actionIn(inputResponses: JsonObject | undefined): Action {
  const answer = inputResponses === undefined ? undefined : own(inputResponses, approvalKey);
  const action = isJsonObject(answer) ? own(answer, "action") : undefined;
  return action === "accept" || action === "decline" || action === "cancel" ? action : "none";
}

/** Returns the tool's own resumption data. Undefined if it requested nothing. */
export function answersOf(returned: Returned): Answers | undefined {
  if (returned.kind === "answers") return returned.answers;
  return returned.kind === "verdict" ? returned.state.nested : undefined;
}
