import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Seen } from "@toolcourt/gateway/internal/governance/approvals/approvals";
import {
  type Intact,
  readBinding,
  shownDigits,
} from "@toolcourt/gateway/internal/governance/approvals/binding";
import {
  reasonJson,
  reasonText,
} from "@toolcourt/gateway/internal/governance/approvals/reason-text";
import {
  changedArguments,
  summaryJson,
} from "@toolcourt/gateway/internal/governance/approvals/summary";
import { shownJson, visible } from "@toolcourt/gateway/internal/governance/approvals/visible";
import type { StoredApproval } from "@toolcourt/gateway/internal/stores/approval-store";
import type { JsonObject } from "@toolcourt/sdk";
import { listText, remaining } from "../../style.ts";

/** A request for approval with additional facts. */
export interface Regarded extends Seen {
  /** The contract's description of the tool, as approved. */
  readonly description: string | undefined;
  readonly now: number;
}

const effects = {
  read: "reads",
  write: "changes something",
  destroy: "destroys something",
} as const;

/** Formats a request for a reviewer. Undefined if the stored data does not match the binding. */
export function approvalText(regarded: Regarded, long: "whole" | "begun"): string | undefined {
  const { approval, description } = regarded;
  const intact = readBinding(approval);
  if (intact === undefined) return undefined;
  const { binding } = intact;
  const shown = shownJson(intact.arguments, long);
  const answers = binding.answers === undefined ? undefined : shownJson(binding.answers, long);
  const isWhole = shown.shortened + (answers?.shortened ?? 0) === 0;
  return [
    `Request:    ${approval.id}`,
    `State:      ${stateText(regarded)}`,
    `Tool:       ${printable(approval.tool)}, which ${effects[binding.risk]}`,
    `Server:     ${printable(binding.connection)}`,
    `Says:       ${description === undefined ? "(no description is known)" : paragraph(description)}`,
    `Contract:   ${printable(binding.contract_hash)}`,
    `Requester:  ${printable(approval.requester)}${tenantText(binding.tenant)}`,
    ...reasonLines(binding),
    "Arguments:",
    shown.text,
    ...(answers === undefined ? [] : ["Answers:", answers.text]),
    ...changeLines(regarded),
    `Digest:     ${isWhole ? approval.digest.slice(0, shownDigits) : "show it in full first: --full"}`,
  ].join("\n");
}

function reasonLines({ reasons = [] }: Intact["binding"]): readonly string[] {
  return reasons.map((reason) => `Asked by:   ${reasonText(reason)}`);
}

/** Does the same for programs: complete, with the digest. */
export function approvalJson({ approval, before, description }: Regarded): JsonObject | undefined {
  const intact = readBinding(approval);
  if (intact === undefined) return undefined;
  const { binding } = intact;
  return {
    ...summaryJson(approval),
    contract: binding.contract_hash,
    description: description ?? null,
    arguments: intact.arguments,
    ...(binding.answers === undefined ? {} : { answers: binding.answers }),
    ...(binding.reasons === undefined ? {} : { reasons: binding.reasons.map(reasonJson) }),
    ...(before && lastRunJson(approval, before)),
    digest: approval.digest,
  };
}

function lastRunJson(approval: StoredApproval, before: StoredApproval): JsonObject {
  const changed = changedArguments(approval, before);
  return changed === undefined ? {} : { lastRun: { id: before.id, changedArguments: changed } };
}

/** Lists changes since the tool's last approved call, for a reviewer who has seen that one. */
function changeLines({ approval, before }: Regarded): readonly string[] {
  const changed = before && changedArguments(approval, before);
  if (before === undefined || changed === undefined) return [];
  const names = changed.map((name) => `"${visible(name)}"`).join(", ");
  return [`Changed:    ${names === "" ? "nothing" : names}, since the last run ${before.id}`];
}

/** Formats a list of requests, one per line. */
export function approvalList(approvals: readonly StoredApproval[], now: number): string {
  const lines = approvals.map((approval) => {
    const { id, tool, requester } = approval;
    const state = stateText({ approval, now });
    return `${id}  ${printable(tool)}  by ${printable(requester)}  ${state}`;
  });
  return listText(lines);
}

function stateText({ approval, now }: Pick<Regarded, "approval" | "now">): string {
  const { state, from, expiresAt, decidedBy } = approval;
  const by = decidedBy === undefined ? "" : ` by ${printable(decidedBy)}`;
  if (state !== "pending" && state !== "approved") return `${state}${by}`;
  if (now >= expiresAt) return "expired";
  const waiting =
    state === "pending"
      ? `pending, for the ${from}${missingText(approval)}`
      : `approved${by}, not used`;
  return `${waiting}, ${remaining(expiresAt - now)} left`;
}

/** Names the approvers so far, if more are required. */
export function missingText({ state, needed, yeses }: StoredApproval): string {
  if (state !== "pending" || needed === 1) return "";
  const people = yeses.map(({ by }) => printable(by)).join(", ");
  return `, ${yeses.length} of ${needed} approvals given${people === "" ? "" : ` (${people})`}`;
}

function tenantText(tenant: Intact["binding"]["tenant"]): string {
  return tenant === null ? "" : ` of ${printable(tenant)}`;
}

const margin = " ".repeat(12);

function paragraph(text: string): string {
  return text.split("\n").map(printable).join(`\n${margin}`);
}
