import { refusalData } from "@toolcourt/contracts/internal/errors/to-mcp";
import { describe, expect, it } from "vitest";
import { EgressFailure, type FailureDetails, type FailureKind } from "./egress-failure.ts";
import { helpingRole, toRefusal } from "./to-refusal.ts";

const errand = {
  tool: "list-costs",
  server: "azure",
  tier: "cost",
  scope: { subscription: "0b1f6471" },
};

function told(kind: FailureKind, details: FailureDetails = {}) {
  return refusalData(toRefusal(new EgressFailure(kind, details), errand));
}

describe("toRefusal", () => {
  it.each<[FailureKind, object]>([
    ["host-refused", { code: "egress-refused", evidence: { rule: "host" }, retryable: false }],
    ["address-refused", { code: "egress-refused", evidence: { rule: "address" } }],
    ["method-refused", { code: "egress-refused", evidence: { rule: "method" } }],
    ["effect-refused", { code: "egress-refused", evidence: { rule: "effect" } }],
    ["payload-too-large", { code: "egress-refused", evidence: { rule: "payload-size" } }],
    ["credential-refused", { code: "egress-refused", evidence: { rule: "credential" } }],
    ["redirect-refused", { code: "egress-refused", evidence: { rule: "redirect" } }],
    ["gateway-missing", { code: "gateway-required", retryable: false }],
    ["token-expired", { code: "target-unauthenticated", evidence: { because: "expired" } }],
    ["unauthenticated", { code: "target-unauthenticated", evidence: { because: "refused" } }],
    ["throttled", { code: "target-throttled", retryable: true }],
    ["failed", { code: "target-failed", retryable: true }],
    ["unreachable", { code: "target-failed", retryable: true }],
    ["rejected", { code: "target-failed", retryable: false }],
    ["unexpected-content", { code: "target-failed", retryable: false }],
    ["response-too-large", { code: "target-failed", retryable: false }],
  ])("maps %s to %j", (kind, expected) => {
    expect(told(kind)).toMatchObject(expected);
  });

  it.each<[FailureKind, string]>([
    ["gateway-refused", "did not accept its own key or token (gateway-refused)."],
    ["gateway-token", "There is no token for the gateway before the target of"],
    ["failed", "The target of list-costs gave no usable answer (failed)."],
    ["method-refused", "the rule of its host in `egress.allow` does not list its HTTP method."],
    ["effect-refused", "the tool only reads, and this HTTP method changes something."],
  ])("names what is at fault for %s", (kind, sentence) => {
    expect(toRefusal(new EgressFailure(kind), errand).message).toContain(sentence);
  });

  it("reports a denial with tier, scope, action and the required role", () => {
    const action = "Microsoft.CostManagement/query/read";

    expect(told("access-denied", { status: 401, because: "role", action })).toMatchObject({
      code: "target-denied",
      retryable: false,
      evidence: {
        tier: "cost",
        scope: { subscription: "0b1f6471" },
        action,
        because: "role",
        requiredRole: "Cost Management Reader",
      },
    });
  });

  it.each([
    [undefined, "."],
    ["not-visible", ": the scope does not exist, or the identity cannot see it."],
    ["policy", ": a policy of the scope forbids it."],
    ["disabled", ": the scope is disabled."],
    ["deny-assignment", ": a deny assignment of the scope forbids it."],
  ] as const)("names no role for a denial because of %s", (because, end) => {
    const details = { status: 403, ...(because && { because }) };
    const { message, details: shown } = toRefusal(
      new EgressFailure("access-denied", details),
      errand,
    );

    expect(message).toBe(
      `The target does not let the identity of this connection do what list-costs does (tier cost)${end}`,
    );
    expect(shown).not.toHaveProperty("requiredRole");
  });

  it("advises another connection if the credential is for another part of the target", () => {
    const failure = new EgressFailure("out-of-scope", { status: 401, level: "tenantId" });

    expect(refusalData(toRefusal(failure, { ...errand, connection: "azure" }))).toMatchObject({
      code: "connection-scope",
      retryable: false,
      evidence: { connection: "azure", level: "tenantId" },
    });
    expect(refusalData(toRefusal(failure, errand))).toMatchObject({
      code: "target-unauthenticated",
    });
  });

  it("adds the author's explanation to a rejection", () => {
    const failure = new EgressFailure("rejected", { explanation: "It is not registered." });

    expect(toRefusal(failure, errand).message).toBe(
      "The target of list-costs gave no usable answer (rejected). It is not registered.",
    );
  });

  it("reports the retry delay", () => {
    expect(told("throttled", { retryAfterMs: 1_500 })?.evidence).toEqual({ retryAfterMs: 1_500 });
    expect(toRefusal(new EgressFailure("throttled", { retryAfterMs: 1_500 }), errand).message).toBe(
      "The target of list-costs receives too many requests. Try again in 2 s.",
    );
  });

  it("reports a write with an unknown outcome as such, for any failure", () => {
    const details = { mayHaveTakenEffect: true, status: 503 };

    expect(told("failed", details)).toMatchObject({
      code: "outcome-unknown",
      retryable: false,
      evidence: { server: "azure", fault: { kind: "failed", status: 503 } },
    });
  });
});

describe("helpingRole", () => {
  it.each([
    ["Microsoft.Resources/subscriptions/resources/read", "inventory", "Reader"],
    ["Microsoft.CostManagement/query/action", "cost", "Cost Management Reader"],
    ["Microsoft.Security/assessments/read", "security", "Security Reader"],
    ["Microsoft.Storage/storageAccounts/write", "inventory", "Contributor"],
    ["Microsoft.Authorization/roleAssignments/write", "inventory", "User Access Administrator"],
    ["Microsoft.PolicyInsights/policyStates/queryResults/action", "security", "Reader"],
    ["Microsoft.PolicyInsights/policyStates/summarize/read", "security", "Reader"],
    [undefined, "cost", "Cost Management Reader"],
    [undefined, "security", "Security Reader"],
    ["some/thing", "inventory", "Reader"],
  ])("for %s at tier %s is %s", (action, tier, role) => {
    expect(helpingRole({ tier, ...(action !== undefined && { action }) })).toBe(role);
  });

  it.each([
    "Microsoft.Storage/storageAccounts/listKeys/action",
    "Microsoft.PolicyInsights/policyStates/triggerEvaluation/action",
    "Microsoft.Authorization/roleAssignments/write",
  ])("is never one that may change something, for a read that is denied %s", (action) => {
    expect(helpingRole({ tier: "security", action, effect: "read" })).toBeUndefined();
  });

  it("is not asked to change anything by the refusal of a read", () => {
    const details = { because: "role", action: "Microsoft.Web/sites/list/action" } as const;
    const failure = new EgressFailure("access-denied", details);

    expect(toRefusal(failure, { ...errand, effect: "read" }).message).not.toContain("Contributor");
    expect(toRefusal(failure, { ...errand, effect: "write" }).message).toContain("Contributor");
  });

  it.each([{}, { tier: "constructor" }, { action: "s3:GetObject" }])(
    "is undefined for %j",
    (denied) => {
      expect(helpingRole(denied)).toBeUndefined();
    },
  );
});
