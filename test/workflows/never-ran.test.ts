import { catalog } from "toolcourt";
import { expect, it } from "vitest";
import { neverRan } from "../../packages/workflows/src/graph/never-ran.ts";

// A step that calls a tool which changes things is begun again after these, and after no other code.
it("takes a tool for not called after refusals that come before it only", () => {
  expect(Object.keys(catalog).filter(neverRan).toSorted()).toEqual([
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
    "input-invalid",
    "not-permitted",
    "policy-denied",
    "rate-limited",
    "step-limit",
    "step-refused",
    "tool-quarantined",
    "tool-unknown",
  ]);
});
