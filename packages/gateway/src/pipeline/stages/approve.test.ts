import { connectedCall, noAbort, registeredTool } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { createApprove } from "./approve.ts";

const settings = { maxInstances: 1, timeoutMs: 1_000 };

describe("approve", () => {
  it("passes a call that needs no approval", () => {
    const registered = registeredTool({ settings: { ...settings, approval: "none" } });

    expect(createApprove()(connectedCall({ registered }), noAbort)).toMatchObject({
      approval: { kind: "not-needed" },
    });
  });

  it.each(["caller", "operator"] as const)(
    "refuses a call that needs approval by the %s",
    (approval) => {
      const registered = registeredTool({ settings: { ...settings, approval } });

      expect(() => createApprove()(connectedCall({ registered }), noAbort)).toThrow(
        expect.objectContaining({
          code: "approval-required",
          details: { tool: "get-forecast", from: approval },
          next: "toolcourt explain get-forecast",
        }),
      );
    },
  );
});
