import { describe, expect, it } from "vitest";
import { codesBeforeTool, isBeforeTool } from "./before-the-tool.ts";
import { Refusal } from "./refusal.ts";

describe("isBeforeTool", () => {
  it.each([
    [true, new Refusal("rate-limited", { tool: "pay", retryAfterMs: 1 })],
    [false, new Refusal("audit-failed", { tool: "pay", moment: "opened" })],
    [false, new Refusal("deadline-passed", { tool: "pay", afterMs: 1, mayHaveActed: false })],
    [false, new Refusal("plan-malformed", {})],
    [false, new Error("rate-limited")],
  ])("is true only if the tool certainly did not run: %s, %s", (isOne, error) => {
    expect(isBeforeTool(error)).toBe(isOne);
  });

  // A workflow retries a step that writes after these codes, and after no others.
  it("covers exactly these codes", () => {
    expect([...codesBeforeTool].toSorted()).toEqual([
      "approval-denied",
      "approval-expired",
      "approval-required",
      "circuit-open",
      "connection-expired",
      "connection-missing",
      "connection-origin",
      "connection-refused",
      "connection-revoked",
      "connection-scope",
      "connection-tier",
      "connection-unavailable",
      "draft-changed",
      "draft-pending",
      "draft-rejected",
      "gateway-required",
      "input-invalid",
      "no-capacity",
      "not-permitted",
      "policy-denied",
      "prompt-unknown",
      "query-limit",
      "rate-limited",
      "relay-failed",
      "relay-quarantined",
      "relay-refused",
      "resource-unknown",
      "sequence-denied",
      "step-refused",
      "task-unknown",
      "tool-quarantined",
      "tool-unknown",
    ]);
  });
});
