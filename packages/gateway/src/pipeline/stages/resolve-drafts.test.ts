import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { incomingCall, registeredTool, toolPlan } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { type Accessible, accessByContract, Permits } from "./permit.ts";
import { createResolve } from "./resolve.ts";

const pending = new Refusal("draft-pending", { tool: "buy", draft: "shop/buy" });
const draft: Accessible = registeredTool({ publicName: "buy" });
const missing = { refusal: pending, tool: draft };

it("asks for the reason only if the tool is missing", () => {
  const tool = registeredTool({ publicName: "sell" });
  const resolve = createResolve({
    clock: createFakeClock(),
    permits: new Permits(accessByContract, "permitted"),
    whyNoTool: (name) => (name === "buy" || name === "sell" ? missing : undefined),
  });

  expect(resolve(incomingCall({ tool: "sell", plan: toolPlan(tool) })).registered).toBe(tool);
  expect(() => resolve(incomingCall({ tool: "buy" }))).toThrow(pending);
  expect(() => resolve(incomingCall({ tool: "rent" }))).toThrow(
    expect.objectContaining({ code: "tool-unknown" }),
  );
});

it("hides a draft from a principal that could not call it", () => {
  const resolve = createResolve({
    clock: createFakeClock(),
    permits: new Permits(() => ({ kind: "forbidden", missing: [] }), "all"),
    whyNoTool: () => missing,
  });

  expect(() => resolve(incomingCall({ tool: "buy" }))).toThrow(
    expect.objectContaining({
      code: "not-permitted",
      details: { tool: "buy", missing: [], isHidden: true },
    }),
  );
});
