import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import type { Approvals, DecideResult, Seen } from "../../governance/approvals/approvals.ts";
import { readBinding } from "../../governance/approvals/binding.ts";
import { reasonJson } from "../../governance/approvals/reason-text.ts";
import { changedArguments, summaryJson } from "../../governance/approvals/summary.ts";
import { shownJson } from "../../governance/approvals/visible.ts";
import type { Principal } from "../../pipeline/call.ts";
import { askIn, cursorBehind, digestIn, idFor, type PageAsked } from "./approval-requests.ts";
import { tenantOf } from "./operator.ts";

export interface ApprovalsDeps {
  readonly approvals: Approvals;
  /** Returns the tool's current contract. */
  readonly contractOf: (tool: string) => DescribedContract | undefined;
  readonly principal: Principal;
}

/**
 * Answers requests about approvals, the last topic: it refuses every unknown path. `permit` returns
 * the roles that grant a permission, and throws a `Refusal` if none does.
 */
export async function answerAboutApprovals(
  deps: ApprovalsDeps,
  request: IncomingMessage,
  permit: (permission: string) => readonly string[] | undefined,
): Promise<JsonObject> {
  const ask = askIn(request);
  const roles = permit(ask.kind === "decide" ? "approvals:decide" : "approvals:read");
  if (ask.kind === "list") return list(deps, ask.page);
  if (ask.kind === "show") return show(deps, idFor(ask.id));
  const digest = await digestIn(request, ask.to);
  return decide(deps, { ...ask, id: idFor(ask.id), digest, roles });
}

async function list(
  { approvals, principal }: ApprovalsDeps,
  { max, ...page }: PageAsked,
): Promise<JsonObject> {
  const found = await approvals.list({ ...page, ...tenantOf(principal), max: max + 1 });
  const shown = found.slice(0, max);
  const last = shown.at(-1);
  const isMore = found.length > max && last !== undefined;
  return { approvals: shown.map(summaryJson), ...(isMore && { next: cursorBehind(last) }) };
}

async function show(
  { approvals, contractOf, principal }: ApprovalsDeps,
  id: string,
): Promise<JsonObject> {
  const seen = await approvals.show(id, { by: principal.id, ...tenantOf(principal) });
  if (seen === undefined) throw refusals.unknown;
  const shown = approvalJson(seen, contractOf(seen.approval.tool));
  if (shown === undefined) throw refusals.differs;
  return shown;
}

interface Deciding {
  readonly id: string;
  readonly to: "approved" | "denied" | "revoked";
  readonly digest: string | undefined;
  readonly roles: readonly string[] | undefined;
}

async function decide(
  { approvals, principal }: ApprovalsDeps,
  { id, to, digest, roles }: Deciding,
): Promise<JsonObject> {
  const result = await approvals.decide(id, {
    to,
    by: principal.id,
    ...tenantOf(principal),
    ...(roles !== undefined && { roles }),
    // A program that holds its user's token or session must not approve its own call.
    self: "never",
    ...(digest !== undefined && { digest }),
  });
  if (result.kind === "decided" || result.kind === "again") return summaryJson(result.approval);
  throw refusalOf(result);
}

type Objection = Exclude<DecideResult, { readonly kind: "decided" | "again" }>;

function refusalOf(result: Objection): Refusal {
  if (result.kind === "settled") return new Refusal("approval-settled", { state: result.state });
  if (result.kind === "expired") return new Refusal("approval-settled", { state: "expired" });
  return refusals[result.kind];
}

const refusals = {
  unknown: new Refusal("approval-unknown", {}),
  own: new Refusal("approval-own", {}),
  differs: new Refusal("approval-differs", {}),
  "not-permitted": new Refusal("permission-missing", { missing: "approvals:decide" }),
} as const;

export interface DescribedContract {
  readonly digest: string;
  readonly description: string;
}

/**
 * Formats a request with everything that will run. Undefined if the stored data does not match what
 * was bound.
 */
function approvalJson(
  { approval, before }: Seen,
  now: DescribedContract | undefined,
): JsonObject | undefined {
  const intact = readBinding(approval);
  if (intact === undefined) return undefined;
  const { contract_hash: contract, answers, reasons = [] } = intact.binding;
  return {
    ...summaryJson(approval),
    contract,
    description: now?.digest === contract ? now.description : null,
    arguments: textsOf(intact.arguments),
    ...(answers && { answers: textsOf(answers) }),
    reasons: reasons.map(reasonJson),
    ...lastRunJson({ approval, before }),
    digest: approval.digest,
  };
}

function lastRunJson({ approval, before }: Seen): JsonObject {
  const changed = before && changedArguments(approval, before);
  return before && changed ? { lastRun: { id: before.id, changedArguments: changed } } : {};
}

/** Returns the exact bytes, and a form with every character visible: lookalikes may deceive. */
function textsOf(value: JsonObject): JsonObject {
  return { canonical: canonicalJson(value), visible: shownJson(value, "whole").text };
}
