import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { incomingCall, registeredTool } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { createResolve } from "./resolve.ts";

it("asks for the reason only if the tool is missing", () => {
  const tool = registeredTool({ publicName: "sell" });
  const tools = new Map([["sell", tool]]);
  const current = () => ({ version: 1, tools, listed: [] });
  const pending = new Refusal("draft-pending", { tool: "buy", draft: "shop/buy" });
  const resolve = createResolve(current, createFakeClock(), (name) =>
    name === "buy" || name === "sell" ? pending : undefined,
  );

  expect(resolve(incomingCall({ tool: "sell" })).registered).toBe(tool);
  expect(() => resolve(incomingCall({ tool: "buy" }))).toThrow(pending);
  expect(() => resolve(incomingCall({ tool: "rent" }))).toThrow(
    expect.objectContaining({ code: "tool-unknown" }),
  );
});
