import { incomingCall, planDeps, registeredTool, toolContract } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { RegisteredTool } from "../../catalog/snapshot.ts";
import type { IncomingCall } from "../call.ts";
import { type PlanDeps, Plans } from "../plan.ts";
import { accessByContract, Permits } from "./permit.ts";
import { createResolve, type ResolveDeps } from "./resolve.ts";

/** Resolves calls as the pipeline does: it finds the tool first. */
function resolvingIn(current: PlanDeps["current"], deps: Partial<ResolveDeps> = {}) {
  const plans = new Plans({ ...planDeps, current });
  const resolve = createResolve({ clock: createFakeClock(), permits, ...deps });
  return (call: IncomingCall) => resolve({ ...call, plan: plans.find(call.tool) });
}

function resolving(tool: RegisteredTool) {
  const tools = new Map([[tool.publicName, tool]]);
  const snapshot = { version: 1, tools, listed: [] };
  return resolvingIn(() => snapshot);
}

const permits = new Permits(accessByContract, "permitted");

describe("resolve", () => {
  it("finds the tool under its public name", () => {
    const tool = registeredTool({ publicName: "weather__get-forecast" });

    const resolved = resolving(tool)(incomingCall({ tool: "weather__get-forecast" }));

    expect(resolved.registered).toBe(tool);
  });

  it("uses the current snapshot", () => {
    const tools = new Map([["get-forecast", registeredTool()]]);
    let snapshot = { version: 1, tools, listed: [] };
    const resolve = resolvingIn(() => snapshot);
    resolve(incomingCall());

    snapshot = { version: 2, tools: new Map(), listed: [] };

    expect(() => resolve(incomingCall())).toThrow(
      expect.objectContaining({ code: "tool-unknown" }),
    );
  });

  it.each(["", "constructor", "__proto__", "toString", "Get-Forecast", "get-forecast "])(
    "does not know %j",
    (name) => {
      expect(() => resolving(registeredTool())(incomingCall({ tool: name }))).toThrow(
        expect.objectContaining({ code: "tool-unknown" }),
      );
    },
  );

  it("repeats a name only in printable form", () => {
    const name = `\u001b[31m${"x".repeat(1_000)}`;

    expect(() => resolving(registeredTool())(incomingCall({ tool: name }))).toThrow(
      /^There is no tool named "\\u\{1b\}\[31mx{1,128}…"\.$/,
    );
  });

  it("refuses a held tool with the reason and the objecting rules", () => {
    const finding = {
      rule: "input/closed",
      requirements: [],
      severity: "error",
      pointer: "",
      message: "x",
    } as const;
    const hold = { kind: "nonconformant", findings: [finding, finding] } as const;

    expect(() => resolving(registeredTool({ hold }))(incomingCall())).toThrow(
      expect.objectContaining({
        code: "tool-quarantined",
        details: { tool: "get-forecast", reason: "nonconformant", rules: ["input/closed"] },
      }),
    );
  });

  it("S3-153: refuses a tool past its removal date, and names its replacement", () => {
    const hold = { kind: "removed", replacement: "get-forecast-v2" } as const;

    expect(() => resolving(registeredTool({ hold }))(incomingCall())).toThrow(
      "get-forecast is in quarantine: its removal date has passed; call get-forecast-v2 instead.",
    );
  });

  it.each(["permitted", "all"] as const)(
    "hides a held tool from a principal that could not call it, if the list shows %s",
    (listing) => {
      const hold = { kind: "drifted", difference: "breaking" } as const;
      const contract = toolContract({ terms: { permissions: ["weather:read"] } });
      const tools = new Map([["get-forecast", registeredTool({ hold, contract })]]);
      const resolve = resolvingIn(() => ({ version: 1, tools, listed: [] }), {
        permits: new Permits(accessByContract, listing),
      });
      const calling = (permissions: readonly string[]) => () =>
        resolve(incomingCall({ principal: { id: "eve", permissions } }));

      expect(calling([])).toThrow(
        expect.objectContaining({
          code: "not-permitted",
          details: { tool: "get-forecast", missing: ["weather:read"], isHidden: true },
        }),
      );
      expect(calling(["weather:read"])).toThrow(
        expect.objectContaining({ code: "tool-quarantined" }),
      );
    },
  );

  it("refuses an unknown name like a known one while no policy is usable", () => {
    const resolve = resolvingIn(() => ({ version: 1, tools: new Map(), listed: [] }), {
      permits: new Permits(() => ({ kind: "unavailable" }), "permitted"),
    });

    expect(() => resolve(incomingCall())).toThrow(
      expect.objectContaining({
        code: "policy-denied",
        details: { tool: "get-forecast", because: "unavailable" },
      }),
    );
  });

  it("refuses a tool without an input validator", () => {
    const { validateInput: _, ...tool } = registeredTool();

    expect(() => resolving(tool)(incomingCall())).toThrow(
      expect.objectContaining({ code: "tool-quarantined" }),
    );
  });
});
