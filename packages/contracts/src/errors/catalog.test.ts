import { describe, expect, it } from "vitest";
import { catalog } from "./catalog.ts";
import { explanations } from "./explanations.ts";
import { hasCode, isRefusal, Refusal } from "./refusal.ts";

it("has exactly these codes, because scripts depend on them", () => {
  expect(Object.keys(catalog)).toEqual([
    "usage-invalid",
    "file-unreadable",
    "file-too-large",
    "file-not-text",
    "json-invalid",
    "json-duplicate-key",
    "tools-missing",
    "profile-unknown",
    "rule-unknown",
    "error-unknown",
    "overlay-invalid",
    "schema-unchecked",
    "write-failed",
    "config-invalid",
    "tool-unconfigured",
    "local-tool-unconfigured",
    "tool-collision",
    "server-unreachable",
    "lock-invalid",
    "lock-missing",
    "gateway-absent",
    "console-unavailable",
    "restart-required",
    "listen-failed",
    "store-unusable",
    "box-unavailable",
    "sandbox-unavailable",
    "tool-unknown",
    "tool-quarantined",
    "query-limit",
    "step-refused",
    "input-invalid",
    "not-permitted",
    "policy-denied",
    "sequence-denied",
    "sequence-unavailable",
    "rate-limited",
    "connection-missing",
    "connection-expired",
    "connection-revoked",
    "connection-origin",
    "connection-scope",
    "connection-tier",
    "connection-unavailable",
    "connection-refused",
    "draft-pending",
    "draft-rejected",
    "draft-changed",
    "approval-required",
    "approval-denied",
    "approval-expired",
    "no-capacity",
    "circuit-open",
    "deadline-passed",
    "upstream-failed",
    "outcome-unknown",
    "output-invalid",
    "error-undescribed",
    "interaction-required",
    "extension-required",
    "question-unknown",
    "audit-failed",
    "cancelled",
    "egress-refused",
    "gateway-required",
    "target-throttled",
    "target-denied",
    "target-unauthenticated",
    "target-failed",
    "resource-unknown",
    "prompt-unknown",
    "relay-quarantined",
    "relay-refused",
    "relay-failed",
    "task-unknown",
    "task-limit",
    "request-invalid",
    "identity-required",
    "permission-missing",
    "approval-unknown",
    "approval-settled",
    "approval-own",
    "approval-differs",
    "grant-unknown",
    "reload-refused",
    "quarantined-unknown",
    "call-unknown",
    "run-unknown",
    "admission-refused",
    "grant-settled",
    "grant-own",
    "grant-invalid",
    "draft-unknown",
    "draft-taken",
    "draft-unreadable",
    "draft-damaged",
    "draft-differs",
    "draft-own",
    "draft-settled",
    "draft-source-failed",
    "draft-flawed",
    "policy-refused",
    "connection-unknown",
    "connection-unchanged",
    "configuration-refused",
    "console-refused",
    "server-absent",
    "tool-absent",
    "audit-refused",
    "result-refused",
    "admin-unavailable",
    "authorization-failed",
    "question-empty",
    "question-too-long",
    "question-has-hidden-characters",
    "question-has-secret",
    "question-withdrawn",
    "no-tools",
    "planner-failed",
    "plan-too-long",
    "plan-not-one-object",
    "plan-duplicate-key",
    "plan-ambiguous",
    "plan-malformed",
    "plan-tool-unknown",
    "plan-fills-host-field",
    "plan-input-invalid",
    "gateway-failed",
  ]);
});

describe.each(explanations)("$code", (explanation) => {
  it("states its meaning and its remedy in whole sentences", () => {
    expect(explanation.code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(explanation.meaning).toMatch(/^[A-Z].*\.$/);
    expect(explanation.remedy).toMatch(/^[A-Z].*\.$/);
  });
});

it("gives every code one meaning across all catalogs", () => {
  const codes = explanations.map(({ code }) => code);

  expect(new Set(codes).size).toBe(codes.length);
});

describe("a refusal", () => {
  const refusal = new Refusal("tools-missing", { file: "x.json" });

  it("carries its code, its sentence and the next command", () => {
    expect(refusal).toMatchObject({
      code: "tools-missing",
      message: "x.json holds no list of tools.",
      next: "toolcourt explain-error tools-missing",
    });
  });

  it("is distinguishable from a bug", () => {
    expect(isRefusal(refusal)).toBe(true);
    expect(isRefusal(new TypeError("x"))).toBe(false);
    expect(hasCode(refusal, "tools-missing")).toBe(true);
    expect(hasCode(refusal, "json-invalid")).toBe(false);
  });
});
