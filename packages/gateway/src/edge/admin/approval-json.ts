import { canonicalJson, type JsonObject } from "@toolcourt/sdk";
import type { Seen } from "../../governance/approvals/approvals.ts";
import { changedArguments } from "../../governance/approvals/changed-arguments.ts";
import { readBinding } from "../../governance/approvals/read-binding.ts";
import { summaryJson } from "../../governance/approvals/summary-json.ts";
import { shownJson } from "../../governance/approvals/visible.ts";

export interface DescribedContract {
  readonly digest: string;
  readonly description: string;
}

/**
 * Formats a request with everything that will run. Undefined if the stored data does not match what
 * was bound.
 */
export function approvalJson(
  { approval, before }: Seen,
  now: DescribedContract | undefined,
): JsonObject | undefined {
  const intact = readBinding(approval);
  if (intact === undefined) return undefined;
  const { contract_hash: contract, answers } = intact.binding;
  const changed = before && changedArguments(approval, before);
  return {
    ...summaryJson(approval),
    contract,
    description: now?.digest === contract ? now.description : null,
    arguments: textsOf(intact.arguments),
    ...(answers === undefined ? {} : { answers: textsOf(answers) }),
    ...(before && changed && { lastRun: { id: before.id, changedArguments: changed } }),
    digest: approval.digest,
  };
}

/** Returns the exact bytes, and a form with every character visible: lookalikes may deceive. */
function textsOf(value: JsonObject): JsonObject {
  return { canonical: canonicalJson(value), visible: shownJson(value, "whole").text };
}
