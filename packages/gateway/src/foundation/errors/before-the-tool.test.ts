import { describe, expect, it } from "vitest";
import { codesBeforeTool, isBeforeTool } from "./before-the-tool.ts";
import { Refusal } from "./refusal.ts";

describe("a refusal before the tool", () => {
  it.each([
    [true, new Refusal("rate-limited", { tool: "pay", retryAfterMs: 1 })],
    [false, new Refusal("record-failed", { tool: "pay", moment: "opened" })],
    [false, new Refusal("deadline-passed", { tool: "pay", afterMs: 1, mayHaveActed: false })],
    [false, new Refusal("plan-malformed", {})],
    [false, new Error("rate-limited")],
  ])("is one that is so for sure: %s, %s", (isOne, error) => {
    expect(isBeforeTool(error)).toBe(isOne);
  });

  // A step of a workflow that changes things is begun again after these, and after no other code.
  it("has one of these codes", () => {
    expect([...codesBeforeTool].toSorted()).toEqual([
      "approval-denied",
      "approval-expired",
      "approval-required",
      "busy",
      "circuit-open",
      "connection-expired",
      "connection-missing",
      "connection-origin",
      "connection-revoked",
      "connection-scope",
      "connection-tier",
      "connection-unavailable",
      "draft-changed",
      "draft-pending",
      "draft-rejected",
      "gateway-required",
      "input-invalid",
      "not-permitted",
      "policy-denied",
      "prompt-unknown",
      "rate-limited",
      "relay-failed",
      "relay-refused",
      "resource-unknown",
      "step-limit",
      "step-refused",
      "tool-quarantined",
      "tool-unknown",
    ]);
  });
});
