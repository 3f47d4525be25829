import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type JsonValue, whyNotCanonical } from "@toolcourt/sdk";
import type { ConnectedCall } from "../../pipeline/call.ts";
import { withoutTracing } from "../../pipeline/tracing-fields.ts";
import type { Answers, Approver, Proposal } from "./binding.ts";

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
export function proposalOf(call: ConnectedCall, terms: ProposalTerms): Proposal {
  const { principal, registered, grant, input, queryId = null } = call;
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
    ...(answers === undefined ? {} : { answers }),
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
