import { createHash } from "node:crypto";
import { proposal } from "@toolcourt/testing/approvals";
import canonicalize from "canonicalize";
import { describe, expect, it } from "vitest";
import {
  argumentsHash,
  bindingDigest,
  bindingOf,
  fingerprintOf,
  type Proposal,
} from "./binding.ts";

const terms = { id: "id-1", nonce: "nonce-1", notBefore: 1_000, expiresAt: 2_000, approvers: 1 };

function sha(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** Written from the specification alone. */
function expected(): { readonly binding: string; readonly digest: string } {
  const binding =
    canonicalize({
      v: 1,
      id: "id-1",
      nonce: "nonce-1",
      tenant: null,
      requester: "ada",
      query_id: null,
      connection: "bank",
      tool: "transfer",
      contract_hash: "contract-1",
      args_hash: sha('toolcourt-args-v1\0{"amount":10,"to":"grace"}'),
      policy_version: "policy-1",
      risk: "write",
      not_before: 1_000,
      expires_at: 2_000,
      max_uses: 1,
    }) ?? "";
  return { binding, digest: sha(`toolcourt-approval-v1\0${binding}`) };
}

describe("a binding", () => {
  it("matches an independent implementation of the format", () => {
    const binding = bindingOf(proposal(), terms);

    expect({ binding, digest: bindingDigest(binding) }).toEqual(expected());
  });

  it("includes the number of approvers if it is more than one", () => {
    const binding = bindingOf(proposal(), { ...terms, approvers: 2 });

    expect(JSON.parse(binding)).toEqual({ ...JSON.parse(expected().binding), approvers: 2 });
  });

  it("hashes arguments in a domain of their own", () => {
    expect(argumentsHash("{}")).not.toBe(bindingDigest("{}"));
  });
});

const changes: readonly (readonly [string, Partial<Proposal>])[] = [
  ["tenant", { tenant: "north" }],
  ["requester", { requester: "grace" }],
  ["connection", { connection: "other" }],
  ["tool", { tool: "transfer_all" }],
  ["contract", { contractHash: "contract-2" }],
  ["policy", { policyVersion: "policy-2" }],
  ["arguments", { arguments: { amount: 11, to: "grace" } }],
  ["answers", { answers: { inputResponses: {} } }],
  ["state of the tool", { answers: { inputResponses: {}, requestState: "s" } }],
];

describe.each(changes)("another %s", (_, change) => {
  it("gives another binding and another fingerprint", () => {
    const other = proposal(change);

    expect(bindingOf(other, terms)).not.toBe(bindingOf(proposal(), terms));
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(proposal()));
  });
});

it("keeps the fingerprint for the same call in another query, but not for another approver", () => {
  expect(fingerprintOf(proposal({ queryId: "q2" }))).toBe(fingerprintOf(proposal()));
  expect(fingerprintOf(proposal({ from: "caller" }))).not.toBe(fingerprintOf(proposal()));
});
